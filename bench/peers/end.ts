/** The exit code of a peer that received unexpected bytes. */
export const DIFFERENT = 3;

/** Ends the peer when its client has closed stdin. */
export function endWith(isSame: () => boolean): void {
  process.stdin.once('end', () => {
    process.exitCode = isSame() ? 0 : DIFFERENT;
  });
}
