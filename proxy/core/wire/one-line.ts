import { tokensOf } from '#core/json/json-tokens.ts';
import { encodeUtf8 } from './bytes.ts';

/** JSON text on one line, with every token as it was written. Undefined for text that is not JSON. */
export function toOneLine(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return [...tokensOf(text)].join('');
}

/** The frame of a line. */
export const toFrame = (line: string): Uint8Array => encodeUtf8(`${line}\n`);
