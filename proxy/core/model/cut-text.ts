/** Text as recorded. `missing` counts the characters cut from its end. */
export interface CutText {
  readonly text: string;
  readonly missing: number;
}
