import { createDecider, type ArrivedFrame } from '#core/intervene/decide.ts';
import { faultKinds, type FaultKind } from '#core/intervene/fault.ts';
import { createFrameFacts } from '#core/intervene/frame-facts.ts';
import { readFault } from '#core/intervene/parse-fault.ts';
import { seenByClient } from '#core/wire/crossings.ts';
import type { Entry } from '#core/wire/entry.ts';
import { compileRegex } from '../../regex/linear-regex.ts';
import { readFaults } from './faults.ts';

export type { FaultKind };

/** A fault that touches at least one frame of a recording. */
export interface ExampleFault {
  readonly kind: FaultKind;
  readonly fault: string;
}

/** Faults of each kind that can touch a frame of the recorded conversation: mostly one. */
export function exampleFaults(entries: Iterable<Entry>): readonly ExampleFault[] {
  const factsOf = createFrameFacts(() => true);
  const frames = [...seenByClient(entries)].flatMap((entry) =>
    entry.kind === 'frame' ? [factsOf(entry, entry.elapsed)] : [],
  );
  const bytes = frames.reduce((sum, frame) => sum + (frame.from === 'agent' ? frame.bytes.length : 0), 0);
  return faultKinds.flatMap(({ kind }) =>
    CANDIDATES[kind](bytes).flatMap((alternatives) => {
      const fault = alternatives.find((text) => touches(text, frames));
      return fault === undefined ? [] : [{ kind, fault }];
    }),
  );
}

/** A fault that a user wrote, with its kind. @throws as `readFaults`. */
export const toExample = (fault: string): ExampleFault => ({
  kind: readFaults([fault])?.faults[0]?.action.kind ?? 'drop',
  fault,
});

function touches(text: string, frames: readonly ArrivedFrame[]): boolean {
  const { decide } = createDecider([readFault(text, compileRegex)], 0, compileRegex);
  return frames.some((frame) => decide(frame) !== undefined);
}

/** The fault on the agent's updates, else on its responses, else on any of its frames. */
const said = (fault: string): readonly string[] =>
  ['method:session/update', 'kind:response', ''].map((filter) => `${fault} where ${`from:agent ${filter}`.trim()}`);

/** The fault in the middle of a turn, else on an early frame of the agent. */
const midTurn = (fault: string): readonly string[] => [
  `${fault} after 2 where from:agent method:session/update`,
  `${fault} where from:agent method:session/update`,
  `${fault} after 2 where from:agent`,
  `${fault} where from:agent`,
];

/** The fault on the response that ends a turn, which a client waits for. */
const atTurnEnd = (fault: string): readonly string[] => [
  `${fault} where from:agent kind:response method:session/prompt`,
];

/**
 * Faults of a kind for a recording whose agent wrote this many bytes. Each list has alternatives, the best first. Each
 * fault takes seconds at most.
 */
const CANDIDATES: { readonly [Kind in FaultKind]: (bytes: number) => readonly (readonly string[])[] } = {
  delay: () => [said('delay 5ms..20ms'), atTurnEnd('delay 200ms')],
  throttle: (bytes) => [[`throttle ${Math.max(1000, bytes)}/s where from:agent`]],
  drop: () => [said('drop once'), atTurnEnd('drop once')],
  duplicate: () => [said('duplicate')],
  reorder: () => [said('reorder 3')],
  slice: (bytes) => [[`slice ${Math.max(7, Math.ceil(bytes / 2000))} where from:agent`]],
  coalesce: () => [['coalesce 50ms where from:agent']],
  corrupt: () => [said('corrupt 3 bytes once')],
  truncate: () => [said('truncate once')],
  noise: () => [['noise "a warning that is not JSON" once where from:agent']],
  crlf: () => [['crlf where from:agent']],
  bom: () => [['bom once where from:agent']],
  answer: () => [
    ['method:session/prompt', 'method:session/new', ''].map((filter) =>
      `answer error -32603 "overloaded" once where from:client kind:request ${filter}`.trim(),
    ),
  ],
  'wrong-id': () => [
    ['method:session/prompt', ''].map((filter) => `wrong-id once where from:agent kind:response ${filter}`.trim()),
  ],
  'unknown-update': () => [['unknown-update once where from:agent']],
  mute: () => [midTurn('mute')],
  close: () => [midTurn('close stdout')],
  exit: () => [midTurn('exit 3')],
  kill: () => [midTurn('kill SIGKILL')],
};
