import { globSync, readFileSync } from 'node:fs';
import { someOf } from '../support/effort.ts';
import type { CleanUp } from '../support/folders.ts';
import type { Random } from './mutate.ts';

/** Code that reads what others wrote. Its folder in `found/` has the inputs that broke it once. */
export interface Target {
  readonly name: string;
  /** Inputs as they come in practice, which the others are made from. */
  readonly seeds: () => readonly Uint8Array[];
  /** The words that the target looks for in an input. */
  readonly words: readonly string[];
  /** Starts what it needs. `lastly` is called with what ends it. */
  readonly open: (lastly: CleanUp) => Run | Promise<Run>;
  /** How many inputs take about a second. */
  readonly perSecond: number;
  /** Whether its work grows with its input: `grown` repeats a piece of it. False where there is a limit to what it takes. */
  readonly isLinear: boolean;
}

/** Throws when something does not hold. `random` is the same for the same input. */
export type Run = (input: Uint8Array, random: Random) => void | Promise<void>;

/** Few in the gate, so that most of its inputs are changed ones. */
const recordings = () => someOf(globSync('recordings/{real,examples,formats}/**/*.acp.jsonl').toSorted(), 3);

/** So much of each recording that a run takes no time: its header, and lines from several places. */
export const recordingSeeds = (): readonly Uint8Array[] =>
  recordings().map((path, index) => {
    const [header = '', ...lines] = readFileSync(path, 'latin1')
      .split(/(?<=\n)/)
      .filter((line) => line.length < 900);
    const from = (index * 7) % Math.max(1, lines.length - 9);
    return Buffer.from([header, ...lines.slice(from, from + 9)].join(''), 'latin1');
  });

/** A few conversations from beginning to end, well behaved and short. */
export const wholeRecordings = (): readonly Uint8Array[] =>
  [
    'real/sdk-example-0.12.0/multi',
    'real/gemini-0.61.0/modes',
    'real/sdk-example-0.12.0/queue',
    'real/gemini-0.61.0/terminal',
    'real/claude-0.100.0/version',
  ].map((name) => readFileSync(`recordings/${name}.acp.jsonl`));

/** `bytes` in pieces of any length, some of them empty. */
export function* chunked(bytes: Uint8Array, random: Random): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length;) {
    const end = Math.min(bytes.length, start + random(random(3) === 0 ? 200 : 9));
    yield new Uint8Array(bytes.subarray(start, end)); // a copy: a reader may keep it, or change it
    start = end;
  }
}

/** Words of ACP and JSON-RPC. */
export const PROTOCOL_WORDS = [
  '"jsonrpc":"2.0"',
  '"id":1',
  '"id":null',
  '"id":"1"',
  '"method":"session/prompt"',
  '"method":"session/update"',
  '"method":"session/cancel"',
  '"method":"initialize"',
  '"method":"$/cancel_request"',
  '"params":{}',
  '"params":[]',
  '"result":{}',
  '"result":null',
  '"error":{"code":-32603,"message":"x"}',
  '"sessionId":"s"',
  '"sessionUpdate":"tool_call_update"',
  '"toolCallId":"t"',
  '"status":"completed"',
  '"stopReason":"end_turn"',
  '"content":{"type":"text","text":"x"}',
  '"protocolVersion":2',
  '"__proto__":1',
  '"constructor":{}',
  'null',
  'true',
  '[',
  ']',
  '{}',
  '[[[[[[[[[[[[[[[[',
  '{"":{"":{"":',
];
