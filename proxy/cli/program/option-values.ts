import { InvalidArgumentError } from 'commander';
import { readQuantity } from '#core/filter/quantity.ts';
import { AGE_NOTATION, BYTES_NOTATION, parseAge, parseBytes } from '#core/text/parse-amount.ts';

/** For options that may be repeated. */
export const collectValues = (value: string, before: string[]) => [...before, value];

/** @throws {InvalidArgumentError} with a message for people, as all parsers of this file do. */
export function parseCount(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new InvalidArgumentError('give a whole number, 12 for example.');
  return value;
}

/** The seed of faults. */
export function parseSeed(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('a seed is a whole number, 7 for example.');
  return Number(text);
}

export function parsePort(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= 65_535)) throw new InvalidArgumentError('a port is a whole number from 0 (any free one) to 65535.');
  return value;
}

/** The longest delay of a timer: longer ones would expire at once. */
const LONGEST_MS = 2 ** 31 - 1;

export function parseMilliseconds(text: string): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= LONGEST_MS))
    throw new InvalidArgumentError(`give milliseconds, 5000 for example, and not more than ${LONGEST_MS}.`);
  return value;
}

/** Milliseconds of `30s`, `5m` or a number alone. */
export function parseDuration(text: string): number {
  const ms = (readQuantity('dur', text)?.value ?? 0) / 1000;
  if (!(ms > 0 && ms <= LONGEST_MS)) throw new InvalidArgumentError('give a time, 30s or 5m for example.');
  return ms;
}

export function parseSize(text: string): number {
  const value = parseBytes(text);
  if (value === undefined) throw new InvalidArgumentError(`give ${BYTES_NOTATION}.`);
  return value;
}

export function parseOlderThan(text: string): number {
  const value = parseAge(text);
  if (value === undefined) throw new InvalidArgumentError(`give ${AGE_NOTATION}.`);
  return value;
}

/** The address of a collector without a slash at its end. A password in it would be remembered with it. */
export function parseCollector(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new InvalidArgumentError('give an address, http://127.0.0.1:4318 for example.');
  if (url.username !== '' || url.password !== '')
    throw new InvalidArgumentError('give a name or password as a header, not in the address.');
  return url.href.replace(/\/+$/, '');
}

/** `name=value` of a header. */
export function parseHeader(text: string): string {
  if (!/^[\w!#$%&'*+.^`|~-]+=[\t\x20-\x7e]*$/.test(text))
    throw new InvalidArgumentError('give a name and a value, x-team=agents for example.');
  return text;
}
