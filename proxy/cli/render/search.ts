import type { RecordingSummary } from '#core/contract/api.ts';
import type { Excerpt } from '#core/filter/excerpt.ts';
import { localTime, stateOf } from './list.ts';
import type { Paint } from './paint.ts';
import { visible } from './table.ts';

/** `Hc3k9 · 2026-11-21 04:30:10 · exit 0 · gemini --acp · 12 entries match`. */
export function renderRecordingLine(recording: RecordingSummary, matches: number): string {
  const { id, name, command, startedAt } = recording;
  const words = [
    id,
    localTime(startedAt),
    stateOf(recording),
    name ?? command.join(' '),
    matches === 1 ? '1 entry matches' : `${matches} entries match`,
  ];
  return `${visible(words.join(' · '))}\n`;
}

/** Below its entry, where the words are not in the entry's line. */
export function renderExcerpt({ before, found, after }: Excerpt, paint: Paint): string {
  return `${' '.repeat(22)}${paint('dim', visible(before))}${visible(found)}${paint('dim', visible(after))}\n`;
}

/** How to see the rest. */
export const renderMore = (more: number, id: string, query: string): string =>
  `        … and ${more} more: acptap show ${visible(shellWord(id))} --filter ${visible(shellWord(query))}\n`;

/** What the limit left out of other recordings. */
export function renderElsewhere(
  more: { readonly entries: number; readonly recordings: number },
  query: string,
  refs: readonly string[],
): string {
  const words = [query, ...refs].map((word) => visible(shellWord(word)));
  const where = `${more.recordings} more ${more.recordings === 1 ? 'recording' : 'recordings'}`;
  return `\n… and ${more.entries} in ${where}: acptap search ${words.join(' ')} --limit 0\n`;
}

const shellWord = (text: string) => (/^[\w./:*-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);
