import { createConversation } from '#core/intervene/conversation.ts';
import type { ArrivedFrame } from '#core/intervene/decide.ts';
import type { createHolds, FramePlace } from '#core/intervene/holds.ts';
import { passing, type Plan } from '#core/intervene/plan.ts';
import { scripted, unscripted, type ScriptOutcome } from '#core/intervene/scripted.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import { decodeText } from '#core/wire/decode-frame.ts';
import type { Side, Why } from '#core/wire/entry.ts';
import type { ScriptThread } from './script-thread.ts';

type Holds = ReturnType<typeof createHolds>;

export interface ScriptsPorts {
  /** Called when a frame may leave. */
  readonly update: () => void;
  readonly now: () => number;
  /** Called when a script delays a frame. */
  readonly delayed: (arrived: ArrivedFrame, place: FramePlace, ms: number, why: readonly Why[]) => void;
}

/** Puts scripts before the holds: each frame waits for all of them, and is then held or goes on. */
export function withScripts(
  holds: Holds,
  threads: readonly ScriptThread[],
  { update, now, delayed }: ScriptsPorts,
): Holds {
  const follow = createConversation();
  const ended = new Set<Side>();

  function consider(arrived: ArrivedFrame, plan: Plan | undefined, place: FramePlace): Plan | undefined {
    const { from } = arrived;
    const given = plan ?? passing(arrived.bytes);
    const text = decodeLossy(given.bytes ?? arrived.bytes);
    const decoded = decodeText(text);
    const message = decoded.kind === 'json' && !decoded.batch ? decoded.parts[0]?.message : undefined;
    const { answered, askedParams, sessionId, opened } = follow(from, message);
    if (opened) for (const thread of threads) thread.open(opened);
    if (!given.bytes) return holds.consider(arrived, plan, place, now());
    let settled: Plan | undefined;
    let holdBy: string | undefined;
    let delay = 0;

    const askNext = (index: number, current: string, made: Plan): void => {
      const thread = made.bytes && threads[index];
      if (!thread) return settle(made);
      thread.ask({ from, text: current, answered, askedParams, sessionId }, (outcome) => {
        const next = heed(outcome, thread, made);
        askNext(index + 1, next.bytes && next.bytes !== made.bytes ? decodeLossy(next.bytes) : current, next);
      });
    };

    const heed = (outcome: ScriptOutcome, { name, onFailure }: ScriptThread, made: Plan): Plan => {
      if ('failed' in outcome) return unscripted(made, name, outcome.failed, onFailure, arrived.bytes);
      for (const each of outcome.actions)
        if (each.action === 'delay') delay += each.ms;
        else if (each.action === 'hold') holdBy = `script ${name}`;
      return scripted(made, name, from, outcome.actions);
    };

    const settle = (made: Plan): void => {
      const considered = { ...arrived, message: arrived.message ?? message };
      settled = holds.consider(considered, made, place, now(), holdBy) ?? made;
      if (delay > 0) {
        delayed(arrived, place, delay, made.why);
        setTimeout(() => {
          delay = 0;
          update();
        }, delay);
      }
      update();
    };

    askNext(0, text, { ...given, back: [] }); // what the faults answer is on its way
    const isDelayed = () => delay > 0 && ended.size < 2;
    const isHeld = () => !settled || isDelayed() || (settled.timing.isHeld?.() ?? false);
    return { ...given, timing: { ...given.timing, isHeld }, settle: () => settled?.settle?.() ?? settled ?? given };
  }

  return {
    ...holds,
    consider,
    end(from) {
      ended.add(from);
      holds.end(from);
    },
  };
}
