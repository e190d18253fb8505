import type { Grade, FindingDetail } from './finding.ts';

export type RowKind = 'request' | 'notification' | 'response' | 'error' | 'invalid' | 'stderr' | 'event';

/** The intervention, and the fault that caused it. */
export interface Why {
  readonly kind: string;
  readonly fault?: string;
}

/**
 * The first value that acptap changed in a frame: its JSON pointer (`''` for all of the text) and both values, short.
 * null stands for the missing side of an added or removed value; `more` counts the other changed values.
 */
export interface FrameChange {
  readonly pointer: string;
  readonly received: string | null;
  readonly delivered: string | null;
  readonly more: number;
}

/** The interventions on a group: the number of touched frames, of undelivered ones, and the kinds. */
export interface Interventions {
  readonly count: number;
  readonly lost: number;
  readonly kinds: readonly string[];
  /** Present if exactly one frame of the group was changed, and the change can be shown. */
  readonly change?: FrameChange;
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
  /** Present for a frame that is too large to be read. Only its beginning is shown; its kind is `invalid`. */
  readonly cut?: { readonly bytes: number; readonly sha256: string };
  /** Present for a frame with an intervention, or without a delivery (`t` is then null). */
  readonly sent?: {
    readonly t: number | null;
    readonly isChanged: boolean;
    readonly why: readonly Why[];
    /** Missing also if only the spelling was changed, or if the frame is too large to compare. */
    readonly change?: FrameChange;
  };
  /** Present for an event of acptap's own. `toward` is the side that acptap wrote a line to; null for other events. */
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
  /** A person's remark on the entry. */
  readonly comment?: string;
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
  /** Present if the delivered bytes differ from the received ones. Cut like the body. */
  readonly delivered?: Pick<EntryDetail, 'text' | 'base64' | 'cut'>;
  /** Present for a frame that came cut with its file: no route has more bytes of it. */
  readonly isBeginning?: boolean;
  readonly findings: readonly FindingDetail[];
}

/** `EntryDetail` cuts longer bodies; the bytes route sends them whole. */
export const MAX_BODY_BYTES = 1_000_000;
