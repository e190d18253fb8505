import type { Readable } from 'node:stream';
import type { createDecider } from '#core/intervene/decide.ts';
import type { createFrameFacts } from '#core/intervene/frame-facts.ts';
import type { createHolds, FramePlace } from '#core/intervene/holds.ts';
import type { Ending, Injection, Plan } from '#core/intervene/plan.ts';
import { elapsedUs } from '#core/units.ts';
import { assertNever } from '#core/assert-never.ts';
import { opposite, type FrameEntry, type Side } from '#core/wire/entry.ts';
import { forward, type Forwarding } from '../shim/forward.ts';
import type { AgentEnd } from '../shim/agent-end.ts';
import type { Recording } from '../shim/start-recording.ts';
import { reasonOf, writeStderrLine } from '../shim/stderr-line.ts';
import { outputReceiver, pipeReceiver, type Receiver } from '../shim/stdio.ts';
import { createDirection, type Direction } from './direction.ts';

/** The parts of acptap that decide about frames. */
export interface Deciding {
  readonly factsOf: ReturnType<typeof createFrameFacts>;
  readonly faults: ReturnType<typeof createDecider>;
  readonly holds: ReturnType<typeof createHolds>;
  /** True while no fault, hold or script can touch a frame. Frames pass unread then. */
  readonly isIdle: () => boolean;
  /** Called when a state of the control may have changed. */
  readonly changed: () => void;
  /** Milliseconds since the epoch, of a clock that never jumps. */
  readonly now: () => number;
}

/** A connection that acptap takes part in. */
export interface FramedWire {
  /** The streams to the client. */
  readonly outputs: readonly Forwarding[];
  /** Writes a line to one side, behind the frames that wait. */
  readonly inject: (toward: Side, injection: Injection) => void;
  /** Delivers what is no longer held. Call it after a change of the holds. */
  readonly update: () => void;
}

/** Forwards frame by frame, and does what is decided. */
export function forwardFrames(
  agent: AgentEnd,
  { spool, agentSpoke }: Recording,
  { factsOf, faults, holds, isIdle, changed, now }: Deciding,
): FramedWire {
  const origin = performance.now();
  let failed = false;
  let timer: NodeJS.Timeout | undefined;

  /** A bug of acptap must not hold up a frame: it passes. */
  function planFor(frame: Pick<FrameEntry, 'from' | 'bytes' | 'cut'>, place: FramePlace): Plan | undefined {
    try {
      const arrived = factsOf(frame, elapsedUs(Math.round((performance.now() - origin) * 1000)));
      if (frame.cut) return undefined;
      const plan = holds.consider(arrived, faults.decide(arrived), place, now());
      if (plan?.settle) watchTime();
      changed();
      return plan;
    } catch (cause) {
      if (!failed) writeStderrLine(`frames pass that acptap should have seen: ${reasonOf(cause)}`);
      failed = true;
      return undefined;
    }
  }

  function watchTime(): void {
    clearTimeout(timer);
    const at = holds.nextAt();
    if (at === undefined) return;
    timer = setTimeout(
      () => {
        holds.expire(now());
        update();
      },
      Math.max(0, at - now()),
    );
  }

  function update(): void {
    directions.client.pump();
    directions.agent.pump();
    watchTime();
    changed();
  }

  /** Skips delays when both sides have ended. */
  function hurryAtEnd(): void {
    const isOver = process.stdin.readableEnded && agent.hasEnded();
    if (!isOver) return;
    directions.agent.hurry();
    setImmediate(update);
  }

  /** Pumps later, because the end of a side can come from within a pump. */
  function ended(...from: readonly Side[]): void {
    for (const side of from) holds.end(side);
    setImmediate(update);
  }

  function end({ action, why }: Ending): void {
    spool.event({ event: 'intervened', ...why });
    switch (action.kind) {
      case 'mute':
        return;
      case 'close':
        directions[action.end === 'stdin' ? 'client' : 'agent'].close(why);
        return;
      case 'kill':
        // Drops later output of the agent, so that the same frames end in the same place.
        if (action.signal === 'SIGKILL') directions.agent.close(why);
        agent.signal(action.signal as NodeJS.Signals); // the parser of faults accepts only known signals
        return;
      case 'exit':
        directions.agent.close(why);
        agent.endAs(action.code);
        return;
      default:
        assertNever(action);
    }
  }

  const createSide = (from: Side, source: Readable, receiver: Receiver): Direction =>
    createDirection(from, source, receiver, {
      spool,
      planFor,
      muteOf: () => faults.muteOf(from),
      isIdle,
      answer: (injection) => directions[opposite(from)].inject(injection),
      end,
      ended: () => ended(from),
      now,
    });
  const directions: Readonly<Record<Side, Direction>> = {
    client: createSide('client', process.stdin, pipeReceiver(agent.input)),
    agent: createSide('agent', agent.output, outputReceiver(1)),
  };
  const toStderr = agent.stderr && forward(agent.stderr, outputReceiver(2), (chunk) => spool.chunk('stderr', chunk));
  agent.output.once('data', () => agentSpoke());
  agent.onEnd(() => {
    ended('client', 'agent');
    hurryAtEnd();
  });
  process.stdin.once('end', hurryAtEnd);
  return {
    outputs: toStderr ? [directions.agent.forwarding, toStderr] : [directions.agent.forwarding],
    inject: (toward, injection) => directions[opposite(toward)].inject(injection),
    update,
  };
}
