const UNITS = ['', 'k', 'm', 'g', 't'];

/** A size with its unit, in bytes: `500MB`, `1.5 GB`, `2GiB`. Undefined for anything else. */
export function parseBytes(text: string): number | undefined {
  const [, digits, unit = '', binary] = /^(\d+(?:\.\d+)?) ?([kmgt]?)(i?)b$/i.exec(text) ?? [];
  if (digits === undefined || (unit === '' && binary)) return undefined;
  return toWhole(Number(digits) * (binary ? 1024 : 1000) ** UNITS.indexOf(unit.toLowerCase()));
}

const HOUR_MS = 3_600_000;
const AGES = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS } as const;

/** Hours, days or weeks, in milliseconds: `48h`, `30d`, `8w`. Undefined for anything else. */
export function parseAge(text: string): number | undefined {
  const [, digits, unit] = /^(\d+(?:\.\d+)?) ?([hdw])$/i.exec(text) ?? [];
  return digits === undefined ? undefined : toWhole(Number(digits) * AGES[unit?.toLowerCase() as keyof typeof AGES]);
}

const toWhole = (value: number) => (Number.isSafeInteger(Math.round(value)) ? Math.round(value) : undefined);

/** The notation of sizes and ages, for messages. */
export const BYTES_NOTATION = 'a size with its unit, like 500MB or 2GB';
export const AGE_NOTATION = 'hours, days or weeks, like 48h, 30d or 8w';
