import type { SpoolTag, Stream } from './spool-format.ts';

/** The most bytes of events and deliveries that are kept. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;

/** Writes a record. @throws if that fails. */
type Append = (tag: SpoolTag, bytes: Buffer) => void;

/**
 * The records that could not be written: the number of bytes of each stream, and the events and deliveries, which are
 * small and can be written later.
 */
export function createMissingRecords() {
  const lost: Record<Stream | 'acptap', number> = { client: 0, agent: 0, stderr: 0, acptap: 0 };
  const kept: { readonly tag: SpoolTag; readonly bytes: Buffer }[] = [];
  let keptBytes = 0;

  function appendGap(of: Stream | 'acptap', append: Append): void {
    if (lost[of] === 0) return;
    append('e', Buffer.from(JSON.stringify({ event: 'gap', of, bytes: lost[of] })));
    lost[of] = 0;
  }

  function appendKept(append: Append): void {
    let done = 0;
    try {
      for (const { tag, bytes } of kept) {
        append(tag, bytes);
        keptBytes -= bytes.length;
        done += 1;
      }
    } finally {
      kept.splice(0, done);
    }
  }

  return {
    /** Bytes of a stream that no record has. */
    lost: (of: Stream): number => lost[of],
    lose(of: Stream, bytes: number): void {
      lost[of] += bytes;
    },
    /** Keeps an event or a delivery. Beyond the limit, keeps only what `isNeeded`, and counts the rest as lost. */
    keep(tag: SpoolTag, bytes: Buffer, isNeeded: boolean): void {
      if (!isNeeded && keptBytes + bytes.length > MAX_KEPT_BYTES) {
        lost.acptap += bytes.length;
        return;
      }
      kept.push({ tag, bytes });
      keptBytes += bytes.length;
    },
    isEmpty: (): boolean => kept.length === 0 && Object.values(lost).every((bytes) => bytes === 0),
    /** Writes `gap` events with the lost bytes, and the kept records. After a failure the next call goes on. */
    appendTo(append: Append): void {
      for (const stream of ['client', 'agent', 'stderr'] as const) appendGap(stream, append);
      appendKept(append);
      appendGap('acptap', append);
    },
  };
}
