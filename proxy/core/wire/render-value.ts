import { isObject } from './json.ts';

/** What a finding has room for, in characters. */
const ROOM = 80;

/**
 * A value from the wire as JSON, as far as there is room for it: what does not fit is `…`, and `nothing` stands for undefined.
 * Total: neither depth nor size is a matter, where `JSON.stringify` throws at what `JSON.parse` has taken.
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

/** A text in quotes: at most `width` characters of it, from `start` on. */
export function quoted(text: string, width: number, start = 0): string {
  const end = start + width;
  return `${start > 0 ? '…' : ''}${JSON.stringify(wellFormed(text.slice(start, end)))}${end < text.length ? '…' : ''}`;
}

/** A cut may go through a pair of surrogates; a half of one is nothing to show. */
const wellFormed = (text: string) => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
