import { suggest } from '#core/protocol/suggest.ts';
import type { Trace, TraceEvent } from '#core/trace/trace.ts';
import type { Decoded } from '#core/wire/decode.ts';
import type { FrameEntry } from '#core/wire/entry.ts';
import { at, stringAt } from '#core/wire/json.ts';
import type { Seq } from '#core/wire/units.ts';
import { garbledUpdates } from './garbled-update.ts';

/** How many losses are told apart, and in how many sessions one can be over. */
const MOST = 256;

/** What can still be read of a lost update; `kind` is undefined where it may have been any. */
interface Loss {
  readonly session: string | undefined;
  readonly kind: string | undefined;
  /** The prompt with which it was over: in every session, or in one. */
  overall?: Seq;
  readonly over: Map<string, Seq>;
}

/**
 * Updates of which nobody can say what they are about: without their session, their kind, or the id of their tool call, terminal or
 * subagent, or in a line that is no JSON. That is told as what it is; what is not told elsewhere may have been told there.
 *
 * A loss counts in its session, or in all where it names none, for the kinds it may have been, until a prompt begins something new: one
 * that is sent while no other is open, in that session or in any. `kinds` are those that anybody asks for.
 */
export function createLostUpdates(kinds: ReadonlySet<string>) {
  const losses = new Map<string, Loss>();

  function lose(named: string | undefined, variant: string | undefined): void {
    const session = variant === 'subagent_update' ? undefined : named; // what it hides is the session of the subagent
    const kind = variant === undefined || kinds.has(variant) ? variant : suggest(variant, [...kinds]);
    if (variant !== undefined && kind === undefined) return; // nobody asks for it
    const loss: Loss = losses.size < MOST ? { session, kind, over: new Map() } : ANY();
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
      if (!loss.over.has(session) && loss.over.size < MOST) loss.over.set(session, started);
    }
  }

  return {
    /** To be told every frame. */
    frame({ from }: FrameEntry, decoded: Decoded): void {
      if (from !== 'agent' || decoded.kind !== 'not-json') return;
      for (const { session, variant, ids } of garbledUpdates(decoded.text))
        if (isLost(session, variant, ids)) lose(session, variant);
    },

    /** To be told every event. */
    event(event: TraceEvent, trace: Trace): void {
      if (event.kind === 'turn' && !event.turn.ended && losses.size > 0)
        begin(event.turn.session, event.turn.started.seq, trace);
      if (event.kind !== 'notification' || event.notification.method !== 'session/update') return;
      const update = at(event.notification.params, 'update');
      const variant = stringAt(update, 'sessionUpdate');
      if (isLost(event.session, variant, update)) lose(event.session, variant);
    },

    /** Whether an update of these kinds may have come and been lost, in the session, at or after the entry. */
    mayHaveTold(wanted: readonly string[], session: string | undefined, since: Seq): boolean {
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

/** Stands for all that were too many to be told apart. */
const ANY = (): Loss => ({ session: undefined, kind: undefined, over: new Map() });

const IDS: readonly (readonly [string, string])[] = [
  ['tool_call', 'toolCallId'],
  ['terminal_', 'terminalId'],
  ['subagent_update', 'sessionId'],
];

/** `members` are those of the update, or what is left of them. */
function isLost(session: string | undefined, variant: string | undefined, members: unknown): boolean {
  if (session === undefined || variant === undefined) return true;
  const id = IDS.find(([prefix]) => variant.startsWith(prefix))?.[1];
  return id !== undefined && stringAt(members, id) === undefined;
}
