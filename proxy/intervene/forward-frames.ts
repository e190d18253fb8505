import type { Readable } from 'node:stream';
import type { createFrameFacts } from '#core/intervene/frame-facts.ts';
import type { ArrivedFrame } from '#core/intervene/decide.ts';
import type { Ending, Plan } from '#core/intervene/plan.ts';
import { elapsedUs } from '#core/units.ts';
import { assertNever } from '#core/assert-never.ts';
import { opposite, type FrameEntry, type Side } from '#core/wire/entry.ts';
import { forward, type Forwarding } from '../shim/forward.ts';
import type { AgentPipes } from '../shim/run.ts';
import type { Recording } from '../shim/start-recording.ts';
import { reasonOf, writeStderrLine } from '../shim/stderr-line.ts';
import { outputReceiver, pipeReceiver, type Receiver } from '../shim/stdio.ts';
import { createDirection, type Direction } from './direction.ts';

interface Deciding {
  readonly factsOf: ReturnType<typeof createFrameFacts>;
  readonly decide: (frame: ArrivedFrame) => Plan | undefined;
}

/** Forwards frame by frame, and does what `decide` plans. Returns the streams to the client. */
export function forwardFrames(
  { agent, stdin, stdout, stderr }: AgentPipes,
  { spool, agentSpoke }: Recording,
  { factsOf, decide }: Deciding,
): readonly Forwarding[] {
  const origin = performance.now();
  let failed = false;

  /** A bug of acptap must not hold up a frame: it passes. */
  function planFor(frame: Pick<FrameEntry, 'from' | 'bytes' | 'cut'>): Plan | undefined {
    try {
      const arrived = factsOf(frame, elapsedUs(Math.round((performance.now() - origin) * 1000)));
      return frame.cut ? undefined : decide(arrived);
    } catch (cause) {
      if (!failed) writeStderrLine(`frames pass that faults should have seen: ${reasonOf(cause)}`);
      failed = true;
      return undefined;
    }
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
        agent.kill(action.signal as NodeJS.Signals); // one of a list
        return;
      case 'exit':
        // Ends acptap with this code. The later, real exit of the agent has no listener left.
        agent.kill('SIGKILL');
        agent.emit('exit', action.code, null);
        return;
      default:
        assertNever(action);
    }
  }

  const createSide = (from: Side, source: Readable, receiver: Receiver): Direction =>
    createDirection(from, source, receiver, {
      spool,
      planFor,
      answer: (injection) => directions[opposite(from)].inject(injection),
      end,
      now: () => performance.now(),
    });
  const directions: Readonly<Record<Side, Direction>> = {
    client: createSide('client', process.stdin, pipeReceiver(stdin)),
    agent: createSide('agent', stdout, outputReceiver(1)),
  };
  const toStderr = forward(stderr, outputReceiver(2), (chunk) => spool.chunk('stderr', chunk));
  stdout.once('data', () => agentSpoke());
  return [directions.agent.forwarding, toStderr];
}
