/** A form of secrets. The group `secret` is what is masked; the whole match is, where there is none. */
export interface Shape {
  readonly rule: string;
  /** Words that a text with such a secret mentions, one of them at least. */
  readonly needs: readonly string[];
  readonly pattern: RegExp;
  /** Whether only a value that was drawn at random is a secret here. */
  readonly isRandom?: boolean;
}
