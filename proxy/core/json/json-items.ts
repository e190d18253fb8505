import { membersOf, valueSpan } from './json-tokens.ts';

/** Maps the items of a JSON array as text and keeps everything between them. Expects the text of a valid array. */
export function mapItems(text: string, map: (item: string, index: number) => string): string {
  let result = '';
  let copied = 0;
  for (const [index, { value }] of membersOf(text, valueSpan(text)).entries()) {
    result += text.slice(copied, value.start) + map(text.slice(value.start, value.end), index);
    copied = value.end;
  }
  return result + text.slice(copied);
}
