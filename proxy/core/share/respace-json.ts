import { tokensOf } from '#core/json/json-tokens.ts';
import { isJson } from '#core/json/parse-json.ts';

/** Deeper levels are not indented further: ten thousand levels would make a hundred megabytes. */
const MAX_INDENT = 40;

/**
 * Adds line breaks and indentation to JSON text and changes nothing else: not the order, repeated names or the
 * spelling of numbers and strings. Returns other text unchanged. Not recursive.
 */
export function respaceJson(text: string): string {
  if (!isJson(text)) return text;
  const written: string[] = [];
  let depth = 0;
  let before = '';
  const line = () => `\n${'  '.repeat(Math.min(depth, MAX_INDENT))}`;
  for (const part of tokensOf(text)) {
    const isOpening = before === '{' || before === '[';
    if (part === '}' || part === ']') {
      depth -= 1;
      written.push(isOpening ? part : line() + part);
    } else if (part === ':') written.push(': ');
    else if (part === ',') written.push(',');
    else written.push(isOpening || before === ',' ? line() + part : part);
    if (part === '{' || part === '[') depth += 1;
    before = part;
  }
  return written.join('');
}
