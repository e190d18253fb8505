import { assertNever } from '#core/assert-never.ts';
import { createDecider } from '#core/intervene/decide.ts';
import { createFrameFacts, needsMeaning } from '#core/intervene/frame-facts.ts';
import type { Ending, Plan } from '#core/intervene/plan.ts';
import { printFault } from '#core/intervene/print-fault.ts';
import { elapsedUs } from '#core/units.ts';
import { opposite, type Side } from '#core/wire/entry.ts';
import { createFrameSplitter } from '#core/wire/frame-splitter.ts';
import type { Exit } from '#core/wire/exit.ts';
import { compileRegex } from '../../regex/linear-regex.ts';
import type { Clock } from '../clock.ts';
import type { Faults, Intervention, ReportedFault } from './faults.ts';
import { createFaultedDirection, type FaultedDirection } from './faulted-direction.ts';

/** What a fault does to the two ends of the wire. */
interface WirePorts {
  readonly clock: Clock;
  /** Each call is a write of its own. */
  readonly toClient: (bytes: Uint8Array) => void;
  /** Gives the agent a line. */
  readonly toAgent: (frame: Uint8Array) => Promise<void>;
  readonly closeClient: () => void;
  readonly closeAgent: () => void;
  /** Ends the agent as its process would end. */
  readonly exit: (exit: Exit) => void;
  /** Something was delivered by a timer. */
  readonly onProgress: () => void;
  readonly onFault: (intervention: Intervention) => void;
}

/** The wire between a client and a replayed agent, with the faults of `run --fault`. */
export function createFaultedWire(
  { texts, faults, seed }: Faults,
  { clock, toClient, toAgent, closeClient, closeAgent, exit, onProgress, onFault }: WirePorts,
) {
  const isMeant = needsMeaning(faults);
  const factsOf = createFrameFacts(() => isMeant);
  const { decide } = createDecider(faults, seed, compileRegex);
  const printed = faults.map(printFault);
  const lines = createFrameSplitter(); // of what the agent is given
  let heard = Promise.resolve();
  const touched = new Map<string | undefined, number>();
  const began = clock.now();
  let hasEnding = false;

  const directions: Readonly<Record<Side, FaultedDirection>> = {
    client: createDirection('client', (bytes) => {
      for (const frame of lines.push(bytes)) heard = heard.then(() => toAgent(frame));
    }),
    agent: createDirection('agent', toClient),
  };

  function createDirection(from: Side, deliver: (bytes: Uint8Array) => void): FaultedDirection {
    return createFaultedDirection({ clock, deliver, onEnding: (ending) => end(ending, from), onProgress });
  }

  /** Everything that the agent was given before comes first. */
  const closeAgentInTurn = () => void (heard = heard.then(closeAgent));

  function end({ action }: Ending, from: Side): void {
    hasEnding = true;
    switch (action.kind) {
      case 'mute':
        return; // `decide` drops what follows
      case 'close':
        directions[action.end === 'stdin' ? 'client' : 'agent'].shut();
        if (action.end === 'stdin') closeAgentInTurn();
        else closeClient();
        return;
      case 'exit':
      case 'kill':
        // The agent dies where it wrote the frame: what waits behind it was never written.
        if (from === 'agent') directions.agent.shut();
        exit(action.kind === 'exit' ? { code: action.code, signal: null } : { code: null, signal: action.signal });
        return;
      default:
        assertNever(action);
    }
  }

  function note(plan: Plan, from: Side): void {
    for (const fault of new Set([...plan.why, ...plan.endings.map(({ why }) => why)].map((why) => why.fault))) {
      touched.set(fault, (touched.get(fault) ?? 0) + 1);
      onFault({ fault: texts[printed.indexOf(fault ?? '')] ?? '', from });
    }
  }

  function carry(from: Side, bytes: Uint8Array): void {
    const elapsed = elapsedUs(Math.round((clock.now() - began) * 1000));
    const plan = decide(factsOf({ from, bytes }, elapsed));
    if (plan) note(plan, from);
    for (const injection of plan?.back ?? []) directions[opposite(from)].inject(injection);
    directions[from].send(bytes, plan);
  }

  return {
    /** Takes a frame of the agent. */
    send: (bytes: Uint8Array): void => carry('agent', bytes),
    /** The agent has ended. Calls back when everything is delivered. */
    end: (done: () => void): void => directions.agent.end(done),
    /** Takes a frame of the client. Resolves when the agent has what is delivered at once. */
    receive(frame: Uint8Array): Promise<void> {
      carry('client', frame);
      return heard;
    },
    /** The client has closed. */
    close: (): void => directions.client.end(closeAgentInTurn),
    /** Drops what waits and what follows. */
    stop(): void {
      directions.client.shut();
      directions.agent.shut();
    },
    isEmpty: (): boolean => directions.client.isEmpty() && directions.agent.isEmpty(),
    /** Bytes that wait for the client. */
    size: (): number => directions.agent.size(),
    /** A fault has ended something, so that no message is owed any more. */
    hasEnding: (): boolean => hasEnding,
    report: (): readonly ReportedFault[] =>
      texts.map((fault, index) => ({ fault, touched: touched.get(printed[index]) ?? 0 })),
  };
}
