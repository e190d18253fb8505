import type { Grade, FindingDetail } from './finding.ts';

export type RowKind = 'request' | 'notification' | 'response' | 'error' | 'invalid' | 'stderr' | 'event';

/** What acptap did, and the fault that asked for it. */
export interface Why {
  readonly kind: string;
  readonly fault?: string;
}

/** What acptap did to the frames of a group: how many it touched, how many of them it did not deliver, and how. */
export interface Interventions {
  readonly count: number;
  readonly lost: number;
  readonly kinds: readonly string[];
}

/** One entry as a line of a list. */
export interface EntryRow {
  readonly seq: number;
  readonly t: number;
  /** null for process events. */
  readonly from: 'client' | 'agent' | 'stderr' | null;
  readonly kind: RowKind;
  /** A response has the method of its request; null if unknown. */
  readonly method: string | null;
  /** JSON text of the id (`1`, `"1"`), which keeps digits beyond 2^53. */
  readonly id: string | null;
  readonly session: string | null;
  /** The tool call of the message or the exchange, with its latest title. */
  readonly tool: { readonly id: string; readonly title: string | null } | null;
  /** One line about the message: `tool_call_update · completed · Edit file`. */
  readonly summary: string;
  readonly bytes: number;
  /** Present for a frame that is too large to be read: of it only the beginning is shown. Its kind is `invalid`. */
  readonly cut?: { readonly bytes: number; readonly sha256: string };
  /** Present for a frame that acptap did not just pass on. `t` is null for one that was not delivered. */
  readonly sent?: {
    readonly t: number | null;
    readonly isChanged: boolean;
    readonly why: readonly Why[];
  };
  /** Present for an event of acptap's own. `toward` is the side that was given a line; null for other events. */
  readonly own?: {
    readonly event: 'taking-part' | 'injected' | 'intervened';
    readonly toward: 'client' | 'agent' | null;
    readonly why: readonly Why[];
  };
  /** For a response, the `seq` of its request; for an answered request, the `seq` of its response. */
  readonly pair: number | null;
  /** From request to response, in both rows. */
  readonly duration: number | null;
  readonly findings: readonly { readonly rule: string; readonly grade: Grade }[];
}

export interface EntryDetail {
  readonly row: EntryRow;
  /** The exact text of the frame or stderr piece, line end included; null when it is not valid UTF-8. */
  readonly text: string | null;
  /** Base64 of the bytes when they are not valid UTF-8. */
  readonly base64: string | null;
  /** The process event as JSON, for rows of kind `event`. */
  readonly event: { readonly [member: string]: unknown } | null;
  /** True when `text` or `base64` holds only the first MAX_BODY_BYTES, or the beginning of a cut frame. */
  readonly cut: boolean;
  /** Present where something else was delivered than what was received. Cut like the body. */
  readonly delivered?: Pick<EntryDetail, 'text' | 'base64' | 'cut'>;
  /** Present where the bytes route has no more than this: a frame that came cut with its file. */
  readonly isBeginning?: boolean;
  readonly findings: readonly FindingDetail[];
}

/** `EntryDetail` cuts longer bodies; the bytes route sends them whole. */
export const MAX_BODY_BYTES = 1_000_000;
