import { createCache } from '#core/cache.ts';
import {
  MAX_PREVIEW,
  MAX_SHARE_BYTES,
  type ShareForm,
  type SharePreview,
  type ShareQuery,
} from '#core/contract/share.ts';
import { includesNumber, numbersOf, type NumberList } from '#core/grouping/number-list.ts';
import { createRedactor, type Masked, type OnMasked, type Redactor } from '#core/redaction/redact.ts';
import { visitInSlices } from '#core/rows/in-time-slices.ts';
import type { TimelinePorts } from '#core/rows/timeline-source.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { createPartContext } from './part-context.ts';
import { maskedValuesIn } from './masked-values-in.ts';
import { createShareWriter } from './share-writer.ts';
import { createBeginnings } from './value-beginnings.ts';

/** A recording to copy from. */
export interface Shareable {
  /** Unique among all recordings. */
  readonly key: string;
  readonly header: () => RecordingHeader;
  /** The entries from one on, in order. */
  readonly entries: (from: number) => Iterable<Entry>;
}

/** The requested text is larger than MAX_SHARE_BYTES. */
export class TooLargeToShareError extends Error {}

/** Forms that are as large as their entries. */
const WHOLE: ReadonlySet<ShareForm> = new Set<ShareForm>(['frame', 'json', 'jsonl', 'repro', 'llm', 'fixture', 'test']);

/** The number of recordings with remembered secrets: the current and the previous recording. */
const KEPT = 2;

interface Known {
  readonly redactor: Redactor;
  /** The first entry not yet searched for secrets. */
  next: number;
}

/**
 * Writes copies, letting other work run in between. A secret may appear before the place that reveals it. Redacting
 * therefore reads the whole recording first, and remembers the secrets.
 */
export function createShareAnswers(ports: Pick<TimelinePorts, 'rest' | 'now'>) {
  const known = createCache<string, Known>(KEPT);

  async function redactorOf(
    { key, header, entries }: Shareable,
    isWanted: () => boolean,
  ): Promise<Redactor | undefined> {
    const own = known.getOrMake(key, () => ({ redactor: createRedactor(header()), next: 0 }));
    const learn = (entry: Entry) => {
      if (entry.seq < own.next) return; // another call was faster
      own.redactor.learn(entry);
      own.next = entry.seq + 1;
    };
    return (await visitInSlices(entries(own.next), learn, ports, isWanted)) ? own.redactor : undefined;
  }

  /** The chosen entries, with what they need to be a recording. */
  async function withContext(
    { entries }: Shareable,
    chosen: NumberList,
    isWanted: () => boolean,
  ): Promise<{ readonly seqs: NumberList; readonly total: number } | undefined> {
    const context = createPartContext((seq) => includesNumber(chosen, seq));
    let bytes = 0;
    const visit = (entry: Entry) => {
      if (entry.kind !== 'event' && includesNumber(chosen, entry.seq)) bytes = bounded(bytes + entry.bytes.length);
      context.apply(entry);
    };
    const isDone = await visitInSlices(entries(0), visit, ports, isWanted);
    return isDone ? { seqs: numbersOf(context.seqs()), total: context.count() } : undefined;
  }

  /**
   * `chosen`: the entries of the query's scope. undefined if the result is no longer wanted.
   * @throws {TooLargeToShareError}
   */
  return async (
    recording: Shareable,
    { as, of, redact, seq, keep = [], preview = false }: ShareQuery,
    chosen: NumberList,
    isWanted: () => boolean,
  ): Promise<string | undefined> => {
    const { entries } = recording;
    const part = as === 'jsonl' ? await withContext(recording, chosen, isWanted) : { seqs: chosen, total: 0 };
    if (!part) return undefined;
    const { seqs, total } = part;
    const header = seqs.length < total ? partHeader(recording.header(), total) : recording.header();
    const isMasked = keep.length === 0 ? undefined : (rule: string) => !keep.includes(rule);
    const redactor = redact ? await redactorOf(recording, isWanted) : undefined;
    if (redact && !redactor) return undefined;
    const masked: ShownMasked[] = [];
    const beginningOf = createBeginnings();
    const onMasked: OnMasked = (each, value) =>
      void (preview && masked.push({ ...each, begins: beginningOf(each, value) }));
    const shown = redactor ? { ...redactor.header(header, onMasked, isMasked), redacted: keep.length === 0 } : header;
    const redacted = (entry: Entry) => redactor?.entry(entry, undefined, isMasked) ?? entry;
    const writer = createShareWriter(as, {
      entryAt(each) {
        for (const entry of entries(each)) return redacted(entry);
        return undefined;
      },
      header: shown,
      isSelected: (each) => includesNumber(seqs, each),
      selected: seq ?? undefined,
      isGroup: of === 'group',
    });
    let bytes = 0;
    const share = (entry: Entry) => {
      if (!writer.needs(entry.seq)) return;
      if (WHOLE.has(as) && entry.kind !== 'event') bytes = bounded(bytes + entry.bytes.length);
      const shared = redactor ? redactor.entry(entry, onMasked, isMasked) : entry;
      writer.apply(shared);
    };
    if (!(await visitInSlices(entries(0), share, ports, isWanted))) return undefined;
    return preview ? JSON.stringify(toPreview(maskedValuesIn(masked, writer, shown))) : writer.text();
  };
}

/** @throws {TooLargeToShareError} */
function bounded(bytes: number): number {
  if (bytes <= MAX_SHARE_BYTES) return bytes;
  throw new TooLargeToShareError(`that is more than ${MAX_SHARE_BYTES} bytes`);
}

/** Says in the header that it is a part, and of how many entries: a member that old readers keep. */
const partHeader = (header: RecordingHeader, total: number): RecordingHeader => ({
  ...header,
  extra: JSON.stringify({ ...(JSON.parse(header.extra ?? '{}') as object), part: { of: total } }),
});

type ShownMasked = Masked & Pick<SharePreview['masked'][number], 'begins'>;

const toPreview = (masked: readonly ShownMasked[]): SharePreview => ({
  total: masked.length,
  rules: Array.from(
    Map.groupBy(masked, ({ rule }) => rule),
    ([rule, own]) => ({ rule, count: own.length }),
  ).toSorted((a, b) => b.count - a.count),
  masked: masked.slice(0, MAX_PREVIEW).map((each) => ({ ...each, seq: each.seq ?? null })),
});
