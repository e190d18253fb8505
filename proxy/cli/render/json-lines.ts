import { endOfString } from '#core/json/json-strings.ts';

/** A line of laid out JSON, not indented yet. */
export interface JsonTextLine {
  readonly depth: number;
  readonly text: string;
  /** JSON pointer of the value that starts in this line; undefined where one only ends. */
  readonly pointer: string | undefined;
}

interface Container {
  readonly pointer: string;
  readonly isObject: boolean;
  /** Members so far. */
  count: number;
}

/**
 * Lays out JSON text, one value a line. Keeps every token: repeated members, escapes and numbers beyond 2^53. Expects
 * valid JSON. Not recursive, so it handles any depth.
 */
export function layOutJson(json: string): readonly JsonTextLine[] {
  const lines: JsonTextLine[] = [];
  const open: Container[] = [];
  let text = ''; // of the line at hand
  let pointer: string | undefined;
  let isKey = false;

  function end(depth = open.length): void {
    lines.push({ depth, text, pointer });
    text = '';
    pointer = undefined;
  }

  /** Sets the pointer of the value that starts now. A member's name has set it already. */
  function begin(): void {
    const container = open.at(-1);
    if (!container) pointer ??= '';
    else if (!container.isObject) pointer = `${container.pointer}/${container.count}`;
  }

  for (let index = 0; index < json.length; index++) {
    const char = json[index] ?? '';
    const container = open.at(-1);
    if (' \t\r\n'.includes(char)) continue;
    if (char === '{' || char === '[') {
      begin();
      text += char;
      const close = nextToken(json, index + 1);
      if (json[close] === '}' || json[close] === ']') {
        text += json[close];
        index = close;
        continue;
      }
      const opened = { pointer: pointer ?? '', isObject: char === '{', count: 0 };
      end();
      open.push(opened);
      isKey = opened.isObject;
    } else if (char === '}' || char === ']') {
      end();
      open.pop();
      text = char;
    } else if (char === ',') {
      text += char;
      end();
      if (container) container.count += 1;
      isKey = container?.isObject ?? false;
    } else if (char === ':') {
      text += ': ';
      isKey = false;
    } else {
      const close = char === '"' ? endOfString(json, index) : endOfWord(json, index);
      const token = json.slice(index, close);
      if (isKey) pointer = `${container?.pointer ?? ''}/${escapeToken(String(JSON.parse(token)))}`;
      else begin();
      text += token;
      index = close - 1;
    }
  }
  end();
  return lines;
}

function nextToken(json: string, from: number): number {
  let index = from;
  while (' \t\r\n'.includes(json[index] ?? 'x')) index++;
  return index;
}

function endOfWord(json: string, start: number): number {
  let index = start;
  while (index < json.length && !' \t\r\n,:]}'.includes(json[index] ?? '')) index++;
  return index;
}

const escapeToken = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * The line of a pointer's value, or of its nearest existing parent. Of repeated members the last, as parsers keep it.
 */
export function lineAt(lines: readonly JsonTextLine[], pointer: string): number {
  for (let place = pointer; ; place = place.slice(0, place.lastIndexOf('/'))) {
    const found = lines.findLastIndex((line) => line.pointer === place);
    if (found !== -1 || place === '') return Math.max(0, found);
  }
}
