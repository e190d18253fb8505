/** Where a string stands: the names of the members that lead to it; an element of an array has the name `''`. */
export type StringPath = readonly string[];

/**
 * Replaces string values in JSON text and leaves every other character as it is: spacing, key order, repeated keys and the spelling
 * of numbers survive. A value that `map` gives back unchanged keeps its escapes. Expects valid JSON. Not recursive: depth is no matter.
 */
export function mapStrings(text: string, map: (value: string, path: StringPath) => string): string {
  const path: string[] = [];
  const kinds: ('object' | 'array')[] = [];
  let result = '';
  let copied = 0;
  let isKey = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (char === '{' || char === '[') {
      kinds.push(char === '{' ? 'object' : 'array');
      path.push('');
      isKey = char === '{';
    } else if (char === '}' || char === ']') {
      kinds.pop();
      path.pop();
      isKey = false;
    } else if (char === ',') {
      isKey = kinds.at(-1) === 'object';
    } else if (char === ':') {
      isKey = false;
    } else if (char === '"') {
      const end = endOfString(text, index);
      const token = text.slice(index, end);
      const value = String(JSON.parse(token));
      const mapped = isKey ? value : map(value, path);
      if (isKey) path[path.length - 1] = value;
      else if (mapped !== value) {
        result += text.slice(copied, index) + JSON.stringify(mapped);
        copied = end;
      }
      index = end - 1;
    }
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/** The index after the closing quote of the string that opens at `start`. */
export function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index + 1;
}
