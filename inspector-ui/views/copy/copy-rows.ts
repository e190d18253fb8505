import { CHARACTERS_A_TOKEN, type ShareForm, type ShareScope } from '#core/contract/share.ts';
import type { TimelineRow } from '#core/contract/timeline.ts';
import { formatBytes, formatCount } from '../../text/size.ts';

/** A choice of entries to copy. */
export interface ScopeRow {
  readonly of: ShareScope;
  readonly label: string;
}

/** A form of the copied text. */
export interface CopyRow {
  readonly as: ShareForm;
  /** The letter that chooses it. */
  readonly key: string;
  readonly title: string;
  /** The part of the recording to copy. */
  readonly of: string;
}

/** State of the page when the menu opens. */
export interface CopyPlace {
  /** The selected entry, if any. */
  readonly seq: number | undefined;
  readonly group: TimelineRow['group'] | undefined;
  readonly shown: number;
  readonly isFiltered: boolean;
}

/** Lists the choices of entries. The first one is the default. */
export function toScopeRows({ seq, group, shown, isFiltered }: CopyPlace): readonly ScopeRow[] {
  const entry: readonly ScopeRow[] = seq === undefined ? [] : [{ of: 'entry', label: `#${seq}` }];
  const whole: ScopeRow = {
    of: 'filter',
    label: `${isFiltered ? 'What the filter shows' : 'All entries'} (${formatCount(shown)})`,
  };
  const own: readonly ScopeRow[] =
    group && group.entries > 1
      ? [{ of: 'group', label: `Its ${group.kind.replace('-', ' ')} (${formatCount(group.entries)})` }]
      : [];
  return [...own, ...entry, whole];
}

/** Lists the forms, in the order of the menu. */
export function toCopyRows({ seq }: CopyPlace, scope: ScopeRow | undefined): readonly CopyRow[] {
  const meant = scope?.label ?? '';
  const place = seq === undefined ? 'the whole recording' : `#${seq}`;
  const rows: { readonly [form in ShareForm]: Omit<CopyRow, 'as'> } = {
    frame: { key: 'f', title: 'Frame, on one line', of: meant },
    json: { key: 'j', title: 'Indented JSON', of: meant },
    jsonl: { key: 'l', title: 'Recording file', of: meant },
    mermaid: { key: 'm', title: 'Mermaid sequence diagram', of: meant },
    markdown: { key: 'i', title: 'Issue, as Markdown', of: `${place} and what is around it` },
    repro: {
      key: 'p',
      title: 'Shell command for the agent',
      of: seq === undefined ? 'all that the client sent' : `what the client sent up to #${seq}`,
    },
    replay: { key: 't', title: 'Test of a client, with replay', of: 'the whole recording' },
    llm: { key: 'w', title: 'Text for a language model', of: 'the whole recording, chunks put together' },
  };
  return (Object.keys(rows) as ShareForm[]).map((as) => ({ as, ...rows[as] }));
}

/** Returns a notice with the copied form, its size, and the number of masked values; undefined for an exact copy. */
export function copiedNotice({ title, as }: CopyRow, text: string, masked: number | undefined): string {
  const size = formatBytes(new TextEncoder().encode(text).length);
  const tokens = as === 'llm' ? `, about ${formatCount(Math.ceil(text.length / CHARACTERS_A_TOKEN))} tokens` : '';
  return `Copied: ${title}, ${size}${tokens}, ${masked === undefined ? 'exact, not redacted' : sayMasked(masked)}.`;
}

/** `redacted: 3 values masked`. */
const sayMasked = (masked: number): string =>
  `redacted: ${masked === 0 ? 'no value' : `${formatCount(masked)} ${masked === 1 ? 'value' : 'values'}`} masked`;
