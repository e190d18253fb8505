import { valueAt, stringAt } from '#core/json/json.ts';
import { suggestName } from '#core/protocol/suggest-name.ts';
import type { Trace, TraceEvent } from '#core/trace/trace.ts';
import type { Seq } from '#core/units.ts';
import type { Decoded } from '#core/wire/decode-frame.ts';
import type { FrameEntry } from '#core/wire/entry.ts';
import { garbledUpdates } from './garbled-update.ts';

/** How many losses are kept, and for how many sessions a loss can be over. */
const MAX_LOSSES = 256;

/** The readable part of a lost update; `kind` is undefined where it may be any kind. */
interface Loss {
  readonly session: string | undefined;
  readonly kind: string | undefined;
  /** The prompt after which the loss no longer counts: in every session (`overall`), or in one (`over`). */
  overall?: Seq;
  readonly over: Map<string, Seq>;
}

/**
 * Remembers unreadable updates: without a session, a kind, or the id of their tool call, terminal or subagent, or in a
 * line that is not JSON. Other rules report them. A rule that misses an update asks here whether it may be one of
 * these.
 *
 * A loss counts for its session, or for all if it names none, and for the kinds it may be. It counts until the next
 * prompt that is sent while no other prompt is open, in that session or in any. `kinds`: the kinds that rules ask for.
 */
export function createLostUpdates(kinds: ReadonlySet<string>) {
  const losses = new Map<string, Loss>();

  function lose(named: string | undefined, variant: string | undefined): void {
    const session = variant === 'subagent_update' ? undefined : named; // the lost part is the session of the subagent
    const kind = variant === undefined || kinds.has(variant) ? variant : suggestName(variant, [...kinds]);
    if (variant !== undefined && kind === undefined) return; // no rule asks for it
    const loss: Loss = losses.size < MAX_LOSSES ? { session, kind, over: new Map() } : ANY();
    losses.set(JSON.stringify([loss.session, loss.kind]), loss);
  }

  function begin(session: string, started: Seq, trace: Trace): void {
    let isAlone = true;
    for (const open of trace.openTurns()) {
      if (open.started.seq === started) continue;
      if (open.session === session) return;
      isAlone = false;
    }
    for (const loss of losses.values()) {
      if ((isAlone && loss.session === undefined) || loss.session === session) loss.overall ??= started;
      if (!loss.over.has(session) && loss.over.size < MAX_LOSSES) loss.over.set(session, started);
    }
  }

  return {
    /** Call for every frame. */
    frame({ from }: FrameEntry, decoded: Decoded): void {
      if (from !== 'agent' || decoded.kind !== 'not-json') return;
      for (const { session, variant, ids } of garbledUpdates(decoded.text))
        if (isLost(session, variant, ids)) lose(session, variant);
    },

    /** Call for every event. */
    event(event: TraceEvent, trace: Trace): void {
      if (event.kind === 'turn' && !event.turn.ended && losses.size > 0)
        begin(event.turn.session, event.turn.started.seq, trace);
      if (event.kind !== 'notification' || event.notification.method !== 'session/update') return;
      const update = valueAt(event.notification.params, 'update');
      const variant = stringAt(update, 'sessionUpdate');
      if (isLost(event.session, variant, update)) lose(event.session, variant);
    },

    /** Whether an update of these kinds may have been lost in the session, at or after the entry `since`. */
    mayHaveReported(wanted: readonly string[], session: string | undefined, since: Seq): boolean {
      for (const loss of losses.values()) {
        if (loss.kind !== undefined && !wanted.includes(loss.kind)) continue;
        if (loss.session !== undefined && session !== undefined && loss.session !== session) continue;
        const over = (session === undefined ? undefined : loss.over.get(session)) ?? loss.overall;
        if (over === undefined || over > since) return true;
      }
      return false;
    },
  };
}

/** Stands for every loss beyond the limit. */
const ANY = (): Loss => ({ session: undefined, kind: undefined, over: new Map() });

const IDS: readonly (readonly [string, string])[] = [
  ['tool_call', 'toolCallId'],
  ['terminal_', 'terminalId'],
  ['subagent_update', 'sessionId'],
];

/** `members`: the readable members of the update. */
function isLost(session: string | undefined, variant: string | undefined, members: unknown): boolean {
  if (session === undefined || variant === undefined) return true;
  const id = IDS.find(([prefix]) => variant.startsWith(prefix))?.[1];
  return id !== undefined && stringAt(members, id) === undefined;
}
