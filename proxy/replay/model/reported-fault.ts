import type { Side } from '#core/wire/entry.ts';

/** A fault touched a frame. */
export interface Intervention {
  /** The fault as given. */
  readonly fault: string;
  /** The sender of the frame. */
  readonly from: Side;
}

/** A fault in a report: on how many frames it acted. */
export interface ReportedFault {
  readonly fault: string;
  readonly touched: number;
}
