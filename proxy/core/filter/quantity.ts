import type { NumberTest, Quantity } from './filter.ts';
import type { NumberField } from './fields.ts';

const US = { µs: 1, μs: 1, us: 1, ms: 1000, s: 1_000_000, m: 60_000_000, min: 60_000_000, h: 3_600_000_000 };
const KIB = 1024;
const BYTES = {
  b: 1,
  k: KIB,
  kb: KIB,
  kib: KIB,
  m: KIB ** 2,
  mb: KIB ** 2,
  mib: KIB ** 2,
  g: KIB ** 3,
  gb: KIB ** 3,
  gib: KIB ** 3,
};

/** The units of a number, and the unit of a number without one. */
const units: {
  readonly [field in NumberField]: { readonly plain: number; readonly of: Readonly<Record<string, number>> };
} = {
  turn: { plain: 1, of: {} },
  seq: { plain: 1, of: {} },
  dur: { plain: 1000, of: US },
  size: { plain: 1, of: BYTES },
  t: { plain: 1_000_000, of: US },
};

/** The notation for numbers of a field, for messages. */
export const numberNotation: { readonly [field in NumberField]: string } = {
  turn: 'a whole number, like 3',
  seq: 'a whole number, like 120',
  dur: 'a time, like 500ms, 2s or 1m',
  size: 'a size, like 200, 64k or 1M',
  t: 'a time, like 1.2s, 300ms or 1:30',
};

/**
 * Reads a number of a field: digits, an optional fraction, an optional unit. Without a unit, `dur` is in
 * milliseconds, `t` in seconds and `size` in bytes; k, M and G are powers of 1024. `t` also accepts `1:30.5`, minutes
 * and seconds, with optional hours. Undefined for anything else, or if the value cannot be exact.
 */
export function readQuantity(field: NumberField, text: string): Quantity | undefined {
  const clock = field === 't' ? /^(?:(\d+):(?=\d\d:))?(\d+):([0-5]\d(?:\.\d+)?)$/.exec(text) : null;
  if (clock) {
    const [, hours = '0', minutes = '0', seconds = '0'] = clock;
    return toQuantity(text, (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds), US.s, seconds);
  }
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([a-zµμ]*)$/i.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const { plain, of } = units[field];
  const factor = unit === '' ? plain : Object.hasOwn(of, unit.toLowerCase()) ? of[unit.toLowerCase()] : undefined;
  if (factor === undefined || (digits.includes('.') && factor === 1)) return undefined;
  return toQuantity(text, Number(digits), factor, digits);
}

function toQuantity(text: string, amount: number, factor: number, digits: string): Quantity | undefined {
  const decimals = digits.split('.')[1]?.length ?? 0;
  const value = Math.round(amount * factor);
  if (!Number.isSafeInteger(value)) return undefined;
  return { text, value, step: Math.max(1, Math.round(factor / 10 ** decimals)) };
}

/**
 * The whole numbers that match a test: from `min` up to `below` (not included). A number alone matches all with the
 * same notation: `2s` is from 2 s to below 3 s. A range includes both ends.
 */
export function boundsOf(test: NumberTest): { readonly min: number; readonly below: number } {
  switch (test.op) {
    case 'any':
      return { min: 0, below: Infinity };
    case 'is':
      return { min: test.value.value, below: test.value.value + test.value.step };
    case '>':
      return { min: test.value.value + 1, below: Infinity };
    case '>=':
      return { min: test.value.value, below: Infinity };
    case '<':
      return { min: 0, below: test.value.value };
    case '<=':
      return { min: 0, below: test.value.value + 1 };
    case 'range':
      return { min: test.from?.value ?? 0, below: test.to ? test.to.value + 1 : Infinity };
  }
}

/** Reads the text after the colon of a number field. Undefined if it is invalid. */
export function readNumberTest(field: NumberField, text: string): NumberTest | undefined {
  if (text === '*') return { op: 'any' };
  const [, op, operand] = /^(>=|<=|>|<)(.*)$/s.exec(text) ?? [];
  if (op !== undefined && operand !== undefined) {
    const value = readQuantity(field, operand);
    return value && { op: op as '>' | '>=' | '<' | '<=', value }; // ensured by the pattern
  }
  const dots = text.indexOf('..');
  if (dots === -1) {
    const value = readQuantity(field, text);
    return value && { op: 'is', value };
  }
  const [from, to] = [text.slice(0, dots), text.slice(dots + 2)].map((end) =>
    end === '' ? null : readQuantity(field, end),
  );
  if (from === undefined || to === undefined || (from === null && to === null)) return undefined;
  return { op: 'range', from, to };
}

/** Prints the text that `readNumberTest` reads as this test: `>=2s`, `1s..3s`, `*`. */
export function printNumberTest(test: NumberTest): string {
  switch (test.op) {
    case 'any':
      return '*';
    case 'is':
      return test.value.text;
    case 'range':
      return `${test.from?.text ?? ''}..${test.to?.text ?? ''}`;
    default:
      return `${test.op}${test.value.text}`;
  }
}
