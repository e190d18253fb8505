import { toBase64 } from '#core/wire/bytes.ts';
import type { Entry, Side } from '#core/wire/entry.ts';
import { createCanonicalNames } from './canonical-names.ts';
import { createFrameReader, type ReadFrame } from './read-frame.ts';

/** The parts of a recording that are compared. */
interface Recorded {
  readonly header: { readonly cwd: string };
  readonly entries: Iterable<Entry>;
}

/**
 * True if two recordings have the same conversation: the same frames in the order of each side and session, however
 * sides and sessions interleave. Ignores ids, folders, times, made-up values in `_meta`, `rawInput` and `rawOutput`,
 * stderr, and how the agent ended once the client had closed.
 */
export const hasSameConversation = (one: Recorded, other: Recorded): boolean => lastingText(one) === lastingText(other);

function lastingText({ header, entries }: Recorded): string {
  const reader = createFrameReader();
  const streams = createStreams();
  const events: string[] = [];
  let isClosed = false;
  for (const entry of entries) {
    const frame = reader.apply(entry);
    if (frame) streams.add(frame);
    if (entry.kind !== 'event') continue;
    const { event } = entry.event;
    isClosed ||= event === 'eof' && 'of' in entry.event && entry.event.of === 'client';
    if (event !== 'spawn' && event !== 'eof' && !isClosed) events.push(JSON.stringify(entry.event));
  }
  const frames = streams.inOrder();
  const names = createCanonicalNames(header.cwd, 'comparison');
  for (const frame of frames) names.learn(frame);
  names.settle();
  const lines = frames.map((frame) => `${frame.entry.from} ${names.write(frame) ?? toBase64(frame.entry.bytes)}`);
  return [...lines, ...events].join('\n');
}

/**
 * Sorts frames by session and side. Sessions are in the order of the client's requests or first mentions, which is
 * the same each time.
 */
function createStreams() {
  const connection = { client: [] as ReadFrame[], agent: [] as ReadFrame[] };
  const sessions = new Map<string, Record<Side, ReadFrame[]>>();
  const ranks = new Map<string, number>();

  const streamsOf = (session: string | undefined) => {
    if (session === undefined) return connection;
    const own = sessions.get(session) ?? { client: [], agent: [] };
    sessions.set(session, own);
    return own;
  };
  const rank = (session: string, seq: number): void =>
    void ranks.set(session, Math.min(seq, ranks.get(session) ?? seq));

  return {
    add(frame: ReadFrame): void {
      const { entry, session, opened } = frame;
      for (const { session: brought, by } of opened) rank(brought, by);
      if (session !== undefined && entry.from === 'client') rank(session, entry.seq);
      streamsOf(session)[entry.from].push(frame);
    },
    inOrder(): readonly ReadFrame[] {
      const rankOf = (session: string) => ranks.get(session) ?? Number.POSITIVE_INFINITY;
      const ordered = [...sessions].toSorted(([a], [b]) => (rankOf(a) === rankOf(b) ? 0 : rankOf(a) - rankOf(b)));
      return [connection, ...ordered.map(([, own]) => own)].flatMap(({ client, agent }) => [...client, ...agent]);
    },
  };
}
