/** A form of secrets. Masks the group `secret`, or the whole match of a pattern without that group. */
export interface SecretShape {
  readonly rule: string;
  /** Words that a text with such a secret mentions, one of them at least. */
  readonly needs: readonly string[];
  /**
   * A text that the pattern matches, with the secret in `«…»`. `⟦x20⟧` stands for 20 letters and digits that the test
   * draws, so that no secret is in this repository: `drawn` of test/redaction/corpus/corpus.ts has the notation.
   */
  readonly example: string;
  /** With the flag `d` where the secret is outside the match, or not at its end. */
  readonly pattern: RegExp;
  /** False for a value that only looks like such a secret. */
  readonly accepts?: (secret: string) => boolean;
}
