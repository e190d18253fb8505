import { MAX_SHARE_BYTES, type ShareForm, type ShareQuery } from '#core/contract/share.ts';
import { has, type Numbers } from '#core/outline/numbers.ts';
import { createRedactor, type Redactor } from '#core/recording/redact.ts';
import type { TimelinePorts } from '#core/timeline/source.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { createSharing } from './sharing.ts';

/** A recording to share something of. */
export interface Shareable {
  /** A key that no other recording has. */
  readonly key: string;
  readonly header: RecordingHeader;
  /** From one entry on, in order. */
  readonly entries: (from: number) => Iterable<Entry>;
}

/** What is wanted is more than MAX_SHARE_BYTES. */
export class TooLargeToShareError extends Error {}

/** Forms that are as large as the entries they are of. */
const WHOLE: ReadonlySet<ShareForm> = new Set<ShareForm>(['frame', 'json', 'jsonl', 'repro', 'llm']);

/** How long others may have to wait for their turn, in milliseconds. */
const SLICE_MS = 8;

/** Recordings of which it is remembered what is secret in them: the one that is looked at, and one before it. */
const KEPT = 2;

interface Known {
  readonly key: string;
  readonly redactor: Redactor;
  /** The first entry that it has not learnt from. */
  next: number;
}

/**
 * Writes what is shared, giving way to others. A secret may be echoed before the place that shows it to be one, so redacting reads all of
 * the recording first: what was learnt is remembered.
 */
export function createSharer({ rest, now }: Pick<TimelinePorts, 'rest' | 'now'>) {
  const known: Known[] = [];

  async function inSlices(entries: Iterable<Entry>, visit: (entry: Entry) => void, isWanted: () => boolean) {
    let due = now() + SLICE_MS;
    for (const entry of entries) {
      visit(entry);
      if (now() < due) continue;
      await rest();
      if (!isWanted()) return;
      due = now() + SLICE_MS;
    }
  }

  async function redactorOf({ key, header, entries }: Shareable, isWanted: () => boolean): Promise<Redactor> {
    const before = known.find((each) => each.key === key);
    const own = before ?? { key, redactor: createRedactor(header), next: 0 };
    if (before) known.splice(known.indexOf(before), 1);
    known.unshift(own);
    known.length = Math.min(known.length, KEPT);
    const learn = (entry: Entry) => {
      if (entry.seq < own.next) return; // somebody else was here meanwhile
      own.redactor.learn(entry);
      own.next = entry.seq + 1;
    };
    await inSlices(entries(own.next), learn, isWanted);
    return own.redactor;
  }

  /**
   * `meant`: the entries of the query's scope. undefined when nobody wants it any more before it is there.
   * @throws {TooLargeToShareError}
   */
  return async (
    recording: Shareable,
    { as, redact, seq }: ShareQuery,
    meant: Numbers,
    isWanted: () => boolean,
  ): Promise<string | undefined> => {
    const { header, entries } = recording;
    const redactor = redact && !header.redacted ? await redactorOf(recording, isWanted) : undefined;
    const sharing = createSharing(as, {
      header: redactor ? redactor.header(header) : header,
      isMeant: (each) => has(meant, each),
      selected: seq ?? undefined,
    });
    let bytes = 0;
    const share = (entry: Entry) => {
      if (!sharing.needs(entry.seq)) return;
      if (WHOLE.has(as) && entry.kind !== 'event') bytes += entry.bytes.length;
      if (bytes > MAX_SHARE_BYTES) throw new TooLargeToShareError(`that is more than ${MAX_SHARE_BYTES} bytes`);
      sharing.apply(redactor ? redactor.entry(entry) : entry);
    };
    await inSlices(entries(0), share, isWanted);
    return isWanted() ? sharing.text() : undefined;
  };
}
