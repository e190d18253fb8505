import { idTexts } from '#core/filter/filter-facts.ts';
import type { CompileRegex, TextTest } from '#core/filter/filter.ts';
import { containsText, plainOrUnescaped, withoutLineEnd } from '#core/filter/searched-text.ts';
import { wildcard } from '#core/filter/wildcard.ts';
import { setNewest } from '#core/set-newest.ts';
import type { Connection } from '../connection/open.ts';
import { summaryOf } from '../tables/entry-rows.ts';

/** The most tests kept ready, more than a filter has. */
const KEPT = 256;

/**
 * Registers the SQL functions of `filterSql`, with the same code as the predicate. Each returns 1 or 0, and 0 for NULL.
 * `filter_summary` returns NULL for a text that may lack some of the bytes. Calls `compile` for each new regex.
 */
export function registerFilterFunctions(connection: Connection, compile: () => CompileRegex): void {
  const likes = readied(wildcard);
  const contains = readied(containsText);
  const regexes = readied((key) => {
    const [flags = '', source = ''] = split(key);
    return plainOrUnescaped(compile()(source, flags));
  });

  const define = (name: string, test: (...values: never[]) => boolean | null) =>
    connection.function(name, { deterministic: true, directOnly: true, varargs: true }, (...values: unknown[]) => {
      const answer = test(...(values as never[])); // the columns and parameters that filterSql passes
      return answer === null ? null : Number(answer);
    });

  define('filter_like', (text: string | null, pattern: string) => text !== null && likes(pattern)(text));
  define('filter_id', (id: string | null, pattern: string) => id !== null && idTexts(id).some(likes(pattern)));
  define('filter_holds', (text: string | null, words: string) => text !== null && contains(words)(text));
  define('filter_text', (text: string, words: string) => contains(words)(withoutLineEnd(text)));
  define('filter_regex', (text: string, source: string, flags: string) =>
    regexes(`${flags}/${source}`)(withoutLineEnd(text)),
  );
  define(
    'filter_summary',
    (body: Uint8Array | string, words: string, origin: number, method: string | null, toolTitle: string | null) =>
      isDecodedInPart(body) ? null : contains(words)(summaryOf({ origin, bytes: body, method, tool_title: toolTitle })),
  );
}

/** A text decoded with U+FFFD: its summary must be made from the bytes. */
const isDecodedInPart = (body: Uint8Array | string): boolean => typeof body === 'string' && body.includes('\uFFFD');

const split = (key: string): readonly string[] => {
  const slash = key.indexOf('/');
  return [key.slice(0, slash), key.slice(slash + 1)];
};

/** Caches each test. */
function readied(make: (key: string) => TextTest): (key: string) => TextTest {
  const ready = new Map<string, TextTest>();
  return (key) => {
    const before = ready.get(key);
    if (before) return before;
    const test = make(key);
    setNewest(ready, key, test, KEPT);
    return test;
  };
}
