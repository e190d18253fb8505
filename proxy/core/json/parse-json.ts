/** Parses a text as JSON. Returns undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isJson = (text: string): boolean => parseJson(text) !== undefined;
