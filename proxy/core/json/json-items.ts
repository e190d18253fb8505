import { endOfString } from './json-strings.ts';

/** Maps the items of a JSON array as text and keeps everything between them. Expects the text of a valid array. */
export function mapItems(text: string, map: (item: string, index: number) => string): string {
  let result = '';
  let depth = 0;
  let start = -1;
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const char = text[index] ?? '';
    const ends = depth === 1 && (char === ',' || char === ']');
    if (ends && start !== -1) {
      result += map(text.slice(start, index), count++);
      start = -1;
    }
    const inside = start !== -1;
    if (depth === 1 && !ends && !inside && !/\s/.test(char)) start = index;
    const begin = index;
    if (char === '"') index = endOfString(text, index) - 1;
    else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
    if (start === -1) result += text.slice(begin, index + 1);
  }
  return result;
}
