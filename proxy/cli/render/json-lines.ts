import { endOfToken, skipSpace } from '#core/json/json-tokens.ts';
import { escapeName } from '#core/json/pointer.ts';

/** A line of laid out JSON, not indented yet. */
export interface JsonTextLine {
  readonly depth: number;
  readonly text: string;
  /** JSON pointer of the value that starts in this line; undefined for a line that only ends a value. */
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
  let text = ''; // of the current line
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

  let after = 0;
  for (let index = skipSpace(json, 0); index < json.length; index = skipSpace(json, after)) {
    const char = json.charAt(index);
    const container = open.at(-1);
    after = endOfToken(json, index);
    if (char === '{' || char === '[') {
      begin();
      text += char;
      const close = skipSpace(json, after);
      if (json[close] === '}' || json[close] === ']') {
        text += json[close];
        after = close + 1;
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
      const token = json.slice(index, after);
      if (isKey) pointer = `${container?.pointer ?? ''}/${escapeName(String(JSON.parse(token)))}`;
      else begin();
      text += token;
    }
  }
  end();
  return lines;
}

/**
 * The line of a pointer's value, or of its nearest existing parent. Of repeated members the last, as parsers keep it.
 */
export function lineAt(lines: readonly JsonTextLine[], pointer: string): number {
  for (let place = pointer; ; place = place.slice(0, place.lastIndexOf('/'))) {
    const found = lines.findLastIndex((line) => line.pointer === place);
    if (found !== -1 || place === '') return Math.max(0, found);
  }
}
