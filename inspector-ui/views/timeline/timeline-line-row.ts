import type { Grade } from '#core/model/finding.ts';
import type { EntryRow } from '#core/model/row.ts';
import type { InterventionMark } from '../../text/intervention.ts';

export type Lane = 'client' | 'agent' | 'stderr' | 'process';

/** Content of a timeline row, already formatted. */
export interface TimelineLineRow {
  /** A person's remark, on one line; empty for none. */
  readonly comment: string;
  readonly seq: number;
  readonly time: string;
  readonly lane: Lane;
  /** Direction in words, for screen readers. */
  readonly way: string;
  readonly kind: EntryRow['kind'];
  /** Number of groups that contain it. */
  readonly level: number;
  /** Undefined if it has no content to open. */
  readonly isOpen: boolean | undefined;
  readonly title: string;
  /** First part of the summary: an update's kind. Empty if the title is clear enough. */
  readonly lead: string;
  readonly summary: string;
  /** Final status of a group, or that it is open. */
  readonly status: Status | undefined;
  /** `214 chunks`; empty for a single frame, and for a request with its response. */
  readonly count: string;
  readonly id: string | undefined;
  /** The side that chose the id: the requester. */
  readonly idOwner: 'client' | 'agent' | undefined;
  /** Duration of an exchange or group, or a word instead. */
  readonly duration: string;
  readonly exchange: 'answered' | 'pending' | 'unanswered' | 'none';
  readonly size: string;
  readonly badge: Badge | undefined;
  /** The interventions in the frame, or in frames of the group. */
  readonly mark: InterventionMark | undefined;
  /** The kind of an event of acptap's own. */
  readonly own: NonNullable<EntryRow['own']>['event'] | undefined;
  /** The side that acptap wrote to. */
  readonly toward: 'client' | 'agent' | undefined;
}

/** In place of the duration of what was still open when the recording ended. */
export const NEVER = 'never';

export interface Status {
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'waiting' | 'open' | 'plain';
}

export interface Badge {
  readonly grade: Grade;
  readonly count: number;
  readonly label: string;
}
