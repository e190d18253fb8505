/** How fast a recording is played: at once, as recorded, or by a factor. */
export type Speed = 'instant' | 'recorded' | number;

export interface Pacing {
  readonly speed: Speed;
  /** The longest pause, in milliseconds. */
  readonly maxGap: number;
}

export interface ScheduleOptions extends Pacing {
  /** Milliseconds between the answer that opens a session and its first update: editors lose earlier updates. */
  readonly settleAfterNew: number;
}
