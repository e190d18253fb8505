import { kindAt, membersOf, type Span } from '#core/json/json-tokens.ts';
import { rootSpan } from '../../text/json-source.ts';
import { MEMBERS_PER_STEP, PROSE_CUT, type TreeState } from './json-lines.ts';

/** Most counted occurrences. */
const MAX_HITS = 1000;

/**
 * Returns the occurrences of a text in JSON source, in order. Ignores case and matches escaped characters, like the
 * search in all entries.
 */
export function occurrencesOf(source: string, query: string): readonly Span[] {
  if (query === '') return [];
  const found: Span[] = [];
  for (const { 0: match, index } of source.matchAll(patternOf(query))) {
    found.push({ start: index, end: index + match.length });
    if (found.length === MAX_HITS) break;
  }
  return found;
}

const patternOf = (query: string) => new RegExp(query.split('').map(everyWayToWrite).join(''), 'gi');

/** Characters with a two-character escape in JSON. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['\b', 'b'],
  ['\f', 'f'],
  ['\n', 'n'],
  ['\r', 'r'],
  ['\t', 't'],
]);

/** Returns a regex for all spellings of a UTF-16 unit in a JSON string: itself, after a backslash, or as `\u…`. */
function everyWayToWrite(unit: string): string {
  if (/[\w ]/.test(unit)) return unit; // nobody escapes these, and the text may be long
  const short = SHORT.get(unit);
  const escaped = [short ?? [], `u${codeOf(unit)}`].flat();
  // Escaped spellings first: an escaped backslash is one character, not two.
  const ways = [...escaped.map((after) => `\\\\${after.split('').map(literally).join('')}`), literally(unit)];
  return `(?:${ways.join('|')})`;
}

const literally = (unit: string) => `\\u${codeOf(unit)}`;
const codeOf = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, '0');

/** Opens the tree until an offset of the source is visible. Also returns the start of the value on that line. */
export function openTreeTo(
  text: string,
  { open, shown }: TreeState,
  offset: number,
): { readonly tree: TreeState; readonly at: number } {
  const nextOpen = new Set(open);
  const nextShown = new Map(shown);
  let value: Span | undefined = rootSpan(text);
  let at = value?.start ?? 0;
  while (value) {
    at = value.start;
    const container: Span = value;
    const kind = kindAt(text, container);
    const members = membersOf(text, container);
    const index = members.findIndex((member) => offset < member.value.end);
    const member = members[index];
    if (!member) {
      if (kind === 'string' && offset > container.start) {
        nextOpen.add(container.start);
        const before = Math.max(shown.get(container.start) ?? 0, offset - container.start);
        nextShown.set(container.start, before + PROSE_CUT);
      }
      break;
    }
    nextOpen.add(container.start);
    if (index >= (nextShown.get(container.start) ?? MEMBERS_PER_STEP))
      nextShown.set(container.start, index + MEMBERS_PER_STEP);
    at = member.value.start;
    value = offset >= at ? member.value : undefined; // an offset before the value is in its name
  }
  return { tree: { open: nextOpen, shown: nextShown }, at };
}
