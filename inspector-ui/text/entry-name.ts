import type { EntryRow } from '#core/model/row.ts';

/** Name of an entry in links to it. */
export interface EntryName {
  readonly seq: number;
  /** Undefined while only the seq is known. */
  readonly what:
    | { readonly title: string; readonly lane: NonNullable<EntryRow['from']> | 'process'; readonly summary: string }
    | undefined;
}
