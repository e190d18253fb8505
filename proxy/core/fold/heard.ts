import type { Waiting } from '#core/model/recording-summary.ts';
import { setNewest } from '#core/set-newest.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { Step } from '#core/trace/trace.ts';
import { LF } from '#core/wire/bytes.ts';
import { opposite, type FrameEntry, type Side } from '#core/wire/entry.ts';
import { createTellingLines } from './telling-line.ts';

/** The most sessions whose last frame is known. */
const MAX_SESSIONS = 200;

/** When a frame came. */
type Moment = Pick<FrameEntry, 'seq' | 'elapsed'>;

interface HeardSide {
  last?: Moment;
  /** The last frame outside of sessions. It counts for all of them. */
  outside?: Moment;
  readonly inSession: Map<string, Moment>;
  /** The session of the last frame that has one: moving it to the end of the map would take time. */
  newest?: string;
}

/**
 * What each side sent last, and what the agent wrote to stderr since then. A frame of another session does not show that a
 * request is worked on, and neither does stderr: some agents log a heartbeat.
 */
export function createHeard() {
  const sides: Readonly<Record<Side, HeardSide>> = {
    client: { inSession: new Map() },
    agent: { inSession: new Map() },
  };
  const unreadable: Partial<Record<Side, number>> = {}; // the last frame, if it is not a message
  const lines = createTellingLines();

  return {
    apply({ entry, decoded, messages }: Step): void {
      if (entry.kind === 'stderr') lines.apply(entry);
      if (entry.kind !== 'frame' || decoded?.kind === 'blank') return;
      const side = sides[entry.from];
      const { seq, elapsed } = entry;
      if (messages.length > 0) delete unreadable[entry.from];
      else unreadable[entry.from] = seq;
      if (isUnfinished(entry)) return;
      side.last = { seq, elapsed };
      if (messages.every(({ session }) => session === undefined)) side.outside = side.last;
      for (const { session } of messages) {
        if (session === undefined) continue;
        if (session === side.newest) side.inSession.set(session, side.last);
        else setNewest(side.inSession, session, side.last, MAX_SESSIONS);
        side.newest = session;
      }
      if (entry.from === 'agent') lines.endSilence();
    },

    /** What the side that must answer a request has sent. */
    for({ session, opened }: Exchange): Pick<Waiting, 'heard' | 'heardElsewhere' | 'unreadable' | 'stderr'> {
      const from = opposite(opened.from);
      const { last, outside, inSession } = sides[from];
      const own = session === undefined ? last : later(outside, inSession.get(session));
      const broken = unreadable[from] ?? -1;
      const stderr = from === 'agent' ? lines.after(Math.max(opened.seq, own?.seq ?? 0)) : undefined;
      return {
        heard: own?.elapsed ?? null,
        ...(last && last !== own && last.seq > opened.seq ? { heardElsewhere: last.elapsed } : {}),
        ...(broken > opened.seq ? { unreadable: broken } : {}),
        ...(stderr ? { stderr } : {}),
      };
    },
  };
}

/** True for the rest of a line that never ended. It has the time of the end; its bytes came at any time before. */
const isUnfinished = ({ bytes, cut }: FrameEntry) => !cut && bytes.at(-1) !== LF;

const later = (one: Moment | undefined, other: Moment | undefined): Moment | undefined =>
  one && other ? (one.seq > other.seq ? one : other) : (one ?? other);
