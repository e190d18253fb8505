import { tokensOf } from '#core/json/json-tokens.ts';
import { isJson } from '#core/json/parse-json.ts';
import { encodeUtf8 } from './bytes.ts';

/** JSON text on one line, with every token as it was written. Undefined for text that is not JSON. */
export function toOneLine(text: string): string | undefined {
  return isJson(text) ? [...tokensOf(text)].join('') : undefined;
}

/** The frame of a line. */
export const toFrame = (line: string): Uint8Array => encodeUtf8(`${line}\n`);
