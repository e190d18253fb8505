import type { Excerpt } from '#core/filter/search-excerpt.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { visible } from '#core/wire/visible.ts';
import { localTime, stateOf } from './list.ts';
import type { Paint } from './paint.ts';

/**
 * `Hc3k9 · 2026-11-21 04:30:10 · exit 0 · gemini --acp · 12 entries match`. Without `matches`, a file is still being
 * read: its end is left out, too.
 */
export function renderRecordingLine(recording: RecordingSummary, matches: number | undefined): string {
  const { id, name, command, startedAt } = recording;
  const words = [
    id,
    localTime(startedAt),
    ...(matches === undefined ? [] : [stateOf(recording)]),
    name ?? command.join(' '),
    ...(matches === undefined ? [] : [matching(matches)]),
  ];
  return `${visible(words.join(' · '))}\n`;
}

/** The number of matches, below the entries, when `renderRecordingLine` left it out. */
export const renderMatches = (recording: RecordingSummary, matches: number): string =>
  `\n${visible(`${stateOf(recording)} · ${matching(matches)}`)}\n`;

const matching = (matches: number) => (matches === 1 ? '1 entry matches' : `${matches} entries match`);

/** An excerpt below its entry, where the entry's line does not show the words. */
export function renderExcerpt({ before, found, after }: Excerpt, paint: Paint): string {
  return `${' '.repeat(22)}${paint('dim', visible(before))}${visible(found)}${paint('dim', visible(after))}\n`;
}

/** How to see the rest; `more` is undefined if not counted. */
export const renderMore = (more: number | undefined, ref: string, query: string): string =>
  `        … and ${more === undefined ? '' : `${more} `}more: acptap show ${visible(shellWord(ref))} --filter ${visible(shellWord(query))}\n`;

/** The matches in other recordings that the limit left out. */
export function renderOtherRecordings(
  more: { readonly entries: number; readonly recordings: number },
  query: string,
  refs: readonly string[],
): string {
  const words = [query, ...refs].map((word) => visible(shellWord(word)));
  const where = `${more.recordings} more ${more.recordings === 1 ? 'recording' : 'recordings'}`;
  return `\n… and ${more.entries} in ${where}: acptap search ${words.join(' ')} --limit 0\n`;
}

const shellWord = (text: string) => (/^[\w./:*-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);
