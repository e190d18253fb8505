/** A string of JSON, JavaScript or Python, which may itself be in a string. */
const STRING = String.raw`(?:\\*"[^"\\\n]{0,1024}\\*"|\\*'[^'\\\n]{0,1024}\\*')`;

const BETWEEN = String.raw`\s*,\s*(?:(?:\\*["']args\\*["']\s*:\s*)?\[\s*)?`;

/** `["curl", "-b", "sid=…"]`, `('curl', ['-b', 'sid=…'])`, `"command": "curl", "args": ["-b", "sid=…"]`. */
const LIST = new RegExp(String.raw`(?<=[[(]|\bcommand\\*["']\s{0,8}:)\s*(?:${STRING}${BETWEEN})+${STRING}`, 'g');
const WORD = new RegExp(String.raw`(${STRING})(${BETWEEN})?`, 'g');

/** An option in a list of words. */
const OPTION = /["']-[\w-]{1,64}=?[^"'\\]{0,256}\\*["']\s{0,8}[,\])]/;

/** Returns the commands that a text has as lists of words, as command lines: spaces replace quotes and commas. */
export function* commandLists(text: string): Generator<{ readonly start: number; readonly line: string }> {
  if ((!text.includes('"-') && !text.includes("'-")) || !OPTION.test(text)) return;
  for (const { index, 0: list } of text.matchAll(LIST)) {
    if (!OPTION.test(list)) continue;
    const line = list.replaceAll(WORD, (_, word: string, between = '') => unquoted(word) + ' '.repeat(between.length));
    yield { start: index, line };
  }
}

/** A word with spaces in it keeps its quotes. */
const unquoted = (word: string): string =>
  /\s/.test(word) ? word : word.replaceAll(/\\*["']/g, (sign) => ' '.repeat(sign.length));
