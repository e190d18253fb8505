import { isObject } from './json.ts';

/** The most characters of a value in a finding. */
const ROOM = 80;

/**
 * Prints a value from the wire as JSON, cut with `…` at `width`; undefined prints as `nothing`. Works at any
 * depth and size, where `JSON.stringify` may throw on a value that `JSON.parse` accepted.
 */
export function renderValue(value: unknown, width: number = ROOM): string {
  if (typeof value === 'string') return quoted(value, width);
  if (!isObject(value) && !Array.isArray(value)) return JSON.stringify(value) ?? 'nothing';
  const isArray = Array.isArray(value);
  const [open, close] = isArray ? '[]' : '{}';
  let text = open ?? '';
  for (const [name, member] of Object.entries(value)) {
    if (text.length > 1) text += ',';
    if (text.length >= width) return `${text}…${close}`;
    if (!isArray) text += `${quoted(name, width)}:`;
    text += renderValue(member, Math.max(0, width - text.length - 2));
  }
  return text + close;
}

/** Quotes at most `width` characters of a text, from `start` on. */
export function quoted(text: string, width: number, start = 0): string {
  const end = start + width;
  return `${start > 0 ? '…' : ''}${JSON.stringify(wellFormed(text.slice(start, end)))}${end < text.length ? '…' : ''}`;
}

/** A cut may split a surrogate pair; removes the half. */
const wellFormed = (text: string) => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
