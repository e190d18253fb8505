import type { RecordingIndex } from '#core/memory/recording-index.ts';
import { asksPermission } from '#core/protocol/method-traits.ts';

/** The most frames of a group in an issue. */
const MAX_GROUP = 20;

/**
 * The frames of a group for an issue, in order. Of many, takes the first, the last, permissions, errors and entries with
 * findings, and then as many of the others as fit.
 */
export function framesOfGroup(index: RecordingIndex, members: readonly number[]): readonly number[] {
  if (members.length <= MAX_GROUP) return members;
  const telling = (seq: number) =>
    index.meanings[seq]?.kind === 'error' ||
    asksPermission(index.meanings[seq]?.method) ||
    index.statusOf(seq) === 'failed' ||
    index.findingsAt(seq).length > 0;
  const ends = [members[0] ?? 0, members.at(-1) ?? 0];
  const ranked = new Set([...ends, ...members.filter(telling), ...members]);
  return [...ranked].slice(0, MAX_GROUP).toSorted((one, other) => one - other);
}

/** The most entries of stderr in an issue about a hang: a stack trace may come in several. */
const MAX_STDERR = 8;

/** The requests that were never answered, and the last that the agent wrote to stderr since the oldest of them. */
export function framesOfHang({ waiting, meanings }: RecordingIndex): readonly number[] {
  const requests = waiting.map(({ seq }) => seq);
  const [oldest = 0] = requests;
  if (waiting.every(({ stderr }) => stderr === undefined)) return requests;
  const stderr = meanings.flatMap(({ kind }, seq) => (seq > oldest && kind === 'stderr' ? [seq] : []));
  return [...requests, ...stderr.slice(-MAX_STDERR)];
}

/** The number of members that are left out between each frame and the frame before it. */
export function leftOutBefore(seqs: readonly number[], members: readonly number[]): ReadonlyMap<number, number> {
  const shown = new Set(seqs);
  const counts = new Map<number, number>();
  let [left, next] = [0, 0];
  for (const seq of seqs) {
    for (; next < members.length && (members[next] ?? 0) < seq; next++) if (!shown.has(members[next] ?? 0)) left += 1;
    if (left > 0) counts.set(seq, left);
    left = 0;
  }
  return counts;
}
