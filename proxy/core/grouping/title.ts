import { isObject, stringAt } from '#core/json/json.ts';
import { cut } from '#core/text/cut.ts';

/** Longest title, in UTF-16 units: more than fits on a wide screen. */
const MAX_TITLE = 120;

/** Text blocks as text, other blocks as their type: `Look at this [image]`. */
export function titleText(content: unknown): string {
  const blocks = Array.isArray(content) ? content.slice(0, 8) : [content];
  return blocks.map((block) => stringAt(block, 'text') ?? nameOf(block)).join(' ');
}

const nameOf = (block: unknown): string =>
  isObject(block) ? `[${stringAt(block, 'name') ?? stringAt(block, 'type') ?? 'content'}]` : '';

/** True when a title has its full length. */
export const isFullTitle = (title: string): boolean => title.length >= MAX_TITLE;

/** Appends words to a title, on one line, up to the maximum length. */
export function appendToTitle(title: string, words: string): string {
  const line = `${title}${words.slice(0, MAX_TITLE * 2).replace(/\s+/g, ' ')}`.replace(/ {2,}/g, ' ').trimStart();
  return cut(line, MAX_TITLE);
}
