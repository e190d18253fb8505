import { assertNever } from '#core/assert-never.ts';
import { createDecider } from '#core/intervene/decide.ts';
import { createFrameFacts, needsMeaning } from '#core/intervene/frame-facts.ts';
import type { Ending, Plan } from '#core/intervene/plan.ts';
import { printFault } from '#core/intervene/print-fault.ts';
import { elapsedUs } from '#core/units.ts';
import { concat, LF } from '#core/wire/bytes.ts';
import { opposite, type Side } from '#core/wire/entry.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import { createFrameSplitter } from '#core/wire/frame-splitter.ts';
import type { IdToken } from '#core/wire/request-id.ts';
import type { Exit } from '#core/wire/exit.ts';
import { compileRegex } from '../../regex/linear-regex.ts';
import type { Wire } from '../connection/wire.ts';
import type { Clock } from '../model/clock.ts';
import type { Intervention } from '../model/reported-fault.ts';
import { createFaultedDirection, type FaultedDirection, type Piece } from './faulted-direction.ts';
import type { Faults } from './faults.ts';

/** The effects of a fault on the two ends of the wire. */
interface WirePorts {
  readonly clock: Clock;
  /** Writes once for each call. */
  readonly toClient: (bytes: Uint8Array) => void;
  /** Gives the agent a line, with the fault that wrote or changed it. */
  readonly toAgent: (frame: Uint8Array, fault: string | undefined) => Promise<void>;
  readonly closeClient: () => void;
  readonly closeAgent: () => void;
  /** Ends the agent as its process would end. */
  readonly exit: (exit: Exit) => void;
  /** Called when a timer delivered something. */
  readonly onProgress: () => void;
  readonly onFault: (intervention: Intervention) => void;
}

/** The wire between a client and a replayed agent, with the faults of `run --fault`. */
export function createFaultedWire(
  { texts, faults, seed }: Faults,
  { clock, toClient, toAgent, closeClient, closeAgent, exit, onProgress, onFault }: WirePorts,
): Wire {
  const isMeant = needsMeaning(faults);
  const factsOf = createFrameFacts(() => isMeant);
  const { decide } = createDecider(faults, seed, compileRegex);
  const printed = faults.map(printFault);
  const lines = createFrameSplitter(); // splits the agent's input
  let spoilt: string | undefined; // the fault that wrote a part of the line that has begun
  let heard = Promise.resolve();
  const touched = new Map<string | undefined, number>();
  let latest: string | undefined;
  const began = clock.now();
  let hasEnding = false;
  let hasLostAnswer = false;
  let isMuted = false;
  let isClosed = false;

  const asGiven = (fault = ''): string => texts[printed.indexOf(fault)] ?? '';

  const directions: Readonly<Record<Side, FaultedDirection>> = {
    client: createDirection('client', (pieces) => pieces.forEach(hear)),
    agent: createDirection('agent', (pieces) => toClient(concat(pieces.map(({ bytes }) => bytes)))),
  };

  function hear({ bytes, by }: Piece): void {
    spoilt ??= by;
    for (const frame of lines.push(bytes)) {
      const fault = spoilt;
      spoilt = undefined;
      heard = heard.then(() => toAgent(frame, fault && asGiven(fault)));
    }
  }

  function createDirection(from: Side, deliver: (pieces: readonly Piece[]) => void): FaultedDirection {
    return createFaultedDirection({ clock, deliver, onEnding: (ending) => end(ending, from), onProgress });
  }

  /** Closes the agent's input after the agent has taken the lines delivered before. */
  const closeAgentInTurn = () => void (heard = heard.then(closeAgent));

  function end({ action }: Ending, from: Side): void {
    hasEnding = true;
    isMuted ||= action.kind === 'mute' && from === 'agent';
    isClosed ||= action.kind !== 'mute';
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
        // The agent dies at this frame: later frames in the queue were never written.
        if (from === 'agent') directions.agent.shut();
        exit(action.kind === 'exit' ? { code: action.code, signal: null } : { code: null, signal: action.signal });
        return;
      default:
        assertNever(action);
    }
  }

  function note(plan: Plan, from: Side, bytes: Uint8Array): void {
    for (const fault of new Set([...plan.why, ...plan.endings.map(({ why }) => why)].map((why) => why.fault))) {
      touched.set(fault, (touched.get(fault) ?? 0) + 1);
      const text = asGiven(fault);
      latest = `the fault "${text}" acted on ${nameOf(bytes, from)}`;
      onFault({ fault: text, from });
    }
  }

  function carry(from: Side, bytes: Uint8Array): void {
    const elapsed = elapsedUs(Math.round((clock.now() - began) * 1000));
    const plan = decide(factsOf({ from, bytes }, elapsed));
    if (plan) {
      note(plan, from, bytes);
      hasLostAnswer ||= from === 'agent' && plan.bytes !== bytes && isAnswerLost(bytes, plan.bytes);
    }
    for (const injection of plan?.back ?? []) directions[opposite(from)].inject(injection);
    directions[from].send(bytes, plan);
  }

  return {
    send: (bytes) => carry('agent', bytes),
    end: (done) => directions.agent.end(done),
    receive(frame) {
      carry('client', frame);
      return heard;
    },
    close: () => directions.client.end(closeAgentInTurn),
    stop() {
      directions.client.shut();
      directions.agent.shut();
    },
    isEmpty: () => directions.client.isEmpty() && directions.agent.isEmpty(),
    size: () => directions.agent.size(),
    hasEnding: () => hasEnding,
    hasLostAnswer: () => hasLostAnswer,
    isHung: () => (hasLostAnswer || isMuted) && !isClosed,
    latest: () => latest,
    report: () => texts.map((fault, index) => ({ fault, touched: touched.get(printed[index]) ?? 0 })),
  };
}

/** Whether the delivered bytes, undefined for a dropped frame, lack the answers that the sent ones have. */
function isAnswerLost(sent: Uint8Array, delivered: Uint8Array | undefined): boolean {
  const arrived = delivered?.at(-1) === LF ? idsAnswered(delivered) : [];
  return idsAnswered(sent).some((id) => !arrived.includes(id));
}

function idsAnswered(bytes: Uint8Array): readonly (IdToken | undefined)[] {
  const decoded = decodeFrame(bytes);
  const parts = decoded.kind === 'json' ? decoded.parts : [];
  return parts.flatMap(({ message }) => (message?.kind === 'response' ? [message.id] : []));
}

/** `session/prompt of the client`, `the answer of the agent with id 3`, `a line of the agent`. */
function nameOf(bytes: Uint8Array, from: Side): string {
  const decoded = decodeFrame(bytes);
  const message = decoded.kind === 'json' ? decoded.parts[0]?.message : undefined;
  if (!message) return `a line of the ${from}`;
  return message.kind === 'response'
    ? `the answer of the ${from} with id ${message.id}`
    : `${message.method} of the ${from}`;
}
