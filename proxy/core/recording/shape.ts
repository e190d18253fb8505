/** A form of secrets. Masks the group `secret`, or the whole match of a pattern without that group. */
export interface Shape {
  readonly rule: string;
  /** Words that a text with such a secret mentions, one of them at least. */
  readonly needs: readonly string[];
  readonly pattern: RegExp;
  /** Whether only a value that was drawn at random is a secret here. */
  readonly isRandom?: boolean;
}
