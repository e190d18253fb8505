import { CHARACTERS_A_TOKEN, type ShareForm, type SharePreview, type ShareScope } from '#core/contract/share.ts';
import type { TimelineRow } from '#core/contract/timeline.ts';
import { printWord } from '#core/filter/print.ts';
import type { TurnRow } from '#core/model/group.ts';
import { filterWithin } from '../../state/filter/view-filter.ts';
import type { TimeRange } from '../../state/page/route.ts';
import { formatBytes, formatCount, formatCounted } from '../../text/size.ts';

/** A choice of entries to copy or save. */
export interface ScopeRow {
  readonly of: ShareScope;
  /** The filter, for entries by a filter. */
  readonly q: string;
  readonly label: string;
}

/** A form of the text. */
export interface CopyRow {
  readonly as: ShareForm;
  /** The letter that chooses it. */
  readonly key: string;
  readonly title: string;
  /** The part of the recording that it has. */
  readonly of: string;
  /** Goes into a file instead of the clipboard; of a `fixture` the test goes into the clipboard. */
  readonly save?: 'file' | 'page' | 'fixture';
}

/** A turn, and its first and last entry; null while it is open. */
export type TurnPart = Pick<TurnRow, 'number' | 'first' | 'last'>;

/** State of the page when the menu opens. */
export interface CopyPlace {
  /** The selected entry, if any, and its turn, which is fetched. */
  readonly seq: number | undefined;
  readonly turn: TurnPart | undefined;
  readonly group: TimelineRow['group'] | undefined;
  readonly shown: number;
  /** The filter in force with the range of time; empty for none. */
  readonly q: string;
  readonly range: TimeRange | undefined;
  readonly marks: readonly number[];
  /** Whether the page has a server, which has the page that needs none. */
  readonly hasServer: boolean;
}

/** Lists the choices of entries. The first one is the default. */
export function toScopeRows({ seq, turn, group, shown, q, range, marks }: CopyPlace): readonly ScopeRow[] {
  const own = group?.kind === 'turn' && group.turn !== null ? { ...group, number: group.turn } : undefined;
  const rows: (ScopeRow | undefined | false)[] = [
    own && toTurnScope({ ...own, last: own.until === null ? null : own.last }), // as a group it has two entries
    group?.kind === 'session' && group.session !== null && toSessionScope(group.session),
    !own && group && group.kind !== 'session' && group.entries > 1
      ? { of: 'group', q, label: `Its ${group.kind.replace('-', ' ')} (${formatCount(group.entries)})` }
      : undefined,
    seq === undefined ? undefined : { of: 'entry', q, label: `#${seq}` },
    { of: 'filter', q, label: `${q === '' ? 'All entries' : 'Filtered entries'} (${formatCount(shown)})` },
    marks.length > 0 && {
      of: 'filter',
      q: marks.map((each) => `seq:${each}`).join(' or '),
      label: `Marked entries (${formatCount(marks.length)})`,
    },
    range && { of: 'filter', q: filterWithin('', range), label: 'The range of time' },
    q !== '' && { of: 'filter', q: '', label: 'All entries' },
    !own && turn && toTurnScope(turn),
  ];
  return rows.filter((row): row is ScopeRow => typeof row === 'object');
}

const toSessionScope = (session: string): ScopeRow => ({
  of: 'filter',
  q: `session:${printWord(session)}`,
  label: 'Its session',
});

/** The messages of a turn, and what came between them without being a message. */
const toTurnScope = ({ number, first, last }: TurnPart): ScopeRow => ({
  of: 'filter',
  q: `turn:${number} or (seq:${first}..${last ?? ''} (kind:invalid or kind:stderr or kind:event))`,
  label: `Turn ${number}`,
});

/** Lists the forms, in the order of the menu. */
export function toCopyRows({ seq }: Pick<CopyPlace, 'seq'>, scope: ScopeRow | undefined): readonly CopyRow[] {
  const meant = scope?.label ?? '';
  const subject = scope?.of === 'group' ? meant : seq === undefined ? 'the whole recording' : `#${seq}`;
  const rows: { readonly [form in ShareForm]: Omit<CopyRow, 'as'> } = {
    frame: { key: 'f', title: 'Frame, on one line', of: meant },
    json: { key: 'j', title: 'Indented JSON', of: meant },
    jsonl: { key: 'l', title: 'Recording file', of: meant },
    mermaid: { key: 'm', title: 'Mermaid sequence diagram', of: meant },
    markdown: { key: 'i', title: 'Issue, as Markdown', of: `${subject} and what is around it` },
    repro: {
      key: 'p',
      title: 'Shell command for the agent',
      of: seq === undefined ? "all of the client's frames" : `the client's frames up to #${seq}`,
    },
    replay: { key: 't', title: 'Test of a client, with replay', of: 'the whole recording' },
    llm: { key: 'w', title: 'Text for a language model', of: 'the whole recording, with joined chunks' },
    fixture: { key: 'c', title: 'Fixture, in canonical form', of: 'the whole recording' },
    test: { key: 'v', title: 'Test for that fixture', of: 'the whole recording' },
  };
  return (Object.keys(rows) as ShareForm[]).map((as) => ({ as, ...rows[as] }));
}

/** Lists what can be saved. */
export function toSaveRows(
  { hasServer }: Pick<CopyPlace, 'hasServer'>,
  scope: ScopeRow | undefined,
): readonly CopyRow[] {
  const of = scope?.label ?? '';
  const rows: readonly CopyRow[] = [
    { as: 'jsonl', save: 'file', key: 's', title: 'Recording file', of },
    { as: 'jsonl', save: 'page', key: 'h', title: 'Page that needs no server', of },
    { as: 'fixture', save: 'fixture', key: 'x', title: 'Fixture, and a test to paste', of: 'the whole recording' },
  ];
  return rows.filter(({ save }) => save !== 'page' || hasServer);
}

/**
 * Returns a notice with the name of the saved file, the number of masked values (undefined for an exact file), and what
 * became of its test.
 */
export const savedNotice = (name: string, masked: number | undefined, test?: string): string =>
  [`Saved: ${name}, ${masked === undefined ? 'exact, not redacted' : sayMasked(masked)}.`, test ?? []].flat().join(' ');

/** Returns a notice with the copied form, its size, and the number of masked values; undefined for an exact copy. */
export function copiedNotice({ title, as }: CopyRow, text: string, masked: number | undefined): string {
  const size = formatBytes(new TextEncoder().encode(text).length);
  const tokens = as === 'llm' ? `, about ${formatCount(Math.ceil(text.length / CHARACTERS_A_TOKEN))} tokens` : '';
  return `Copied: ${title}, ${size}${tokens}, ${masked === undefined ? 'exact, not redacted' : sayMasked(masked)}.`;
}

/** `redacted: 3 values masked`. */
const sayMasked = (masked: number): string =>
  `redacted: ${masked === 0 ? 'no value' : formatCounted(masked, 'value')} masked`;

/** Number of values that are masked, without the rules to keep. */
export const countMasked = (preview: SharePreview | undefined, keep: readonly string[]): number =>
  (preview?.rules ?? []).reduce((sum, { rule, count }) => (keep.includes(rule) ? sum : sum + count), 0);

/** `sk-a… (51 characters)`, or `10 characters` for a value that shows nothing. */
export function toShownValue(begins: string | null, length: number): string {
  const characters = formatCounted(length, 'character');
  return begins === null ? characters : `${begins}… (${characters})`;
}

/** The last turn that has an entry; undefined for none. */
export const turnAt = (turns: readonly TurnRow[], seq: number): TurnPart | undefined =>
  turns.findLast(({ first, last }) => first <= seq && (last === null || seq <= last));
