import { createControl } from '#core/intervene/control.ts';
import { createDecider } from '#core/intervene/decide.ts';
import { faultKinds } from '#core/intervene/fault.ts';
import { createFrameFacts, needsMeaning } from '#core/intervene/frame-facts.ts';
import { createHolds } from '#core/intervene/holds.ts';
import { createOrderingQueue } from '#core/intervene/ordering-queue.ts';
import { readFault } from '#core/intervene/parse-fault.ts';
import { NOTHING, passing, type Plan } from '#core/intervene/plan.ts';
import { scripted, unscripted, type ScriptAction } from '#core/intervene/scripted.ts';
import { decodeLossy, encodeUtf8, toBase64 } from '#core/wire/bytes.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { compileRegex } from '../../../proxy/regex/linear-regex.ts';
import { digest } from '../../support/changed-lines.ts';
import { WHOLE_V1, WHOLE_V2 } from '../../support/whole-conversations.ts';

/** The file with the expected plans. `npm run golden` writes it. */
export const PLANNED_FRAMES = 'test/core/intervene/planned-frames.txt';

const HEADING = `# What becomes of the frames of two conversations, and of odd ones, with faults, breakpoints and requests to a running
# connection. For each set of faults: the frames that a fault touched, the frames that left, and a digest of all that
# happened.
`;

const ODD = `
  > \\| {"jsonrpc":"2.0","id":21,"method":"fs/read_text_file"}
  < | {"jsonrpc":"2.0","id":"x","method":"fs/read_text_file"}\\r
  < |
  < \\| \\r
  > | [{"jsonrpc":"2.0","id":22,"method":"a"}]
  < null error {"code":1,"message":"no"}
  < -7 session/request_permission {"sessionId":"s","options":[]}
  > | \\xff\\xfe`;

const FRAMES = [WHOLE_V1, ODD, WHOLE_V2]
  .flatMap((transcript) => parseTranscript(transcript))
  .flatMap((entry) => (entry.kind === 'frame' ? [entry] : []));

const FAULTS: readonly (readonly string[])[] = [
  ...faultKinds.map(({ example }) => [example]),
  ...faultKinds.map(({ example }) => [example.replace(/( \d+%)?( once| after \d+)?( where .*)?$/, ' 60%')]),
  ['drop every 3', 'duplicate 2 after 4', 'delay 5ms..9ms at most 6'],
  ['corrupt 3 bytes where size:>20', 'crlf where from:client', 'wrong-id', 'unknown-update every 2'],
  ['throttle 1k/s', 'coalesce 700ms where from:agent', 'reorder 4 where from:client'],
  ['answer result {"a":1} where from:client', 'noise "x" where turn:1', 'mute after 20 where tool:t', 'exit 3 after 2'],
];

const SCRIPTS: readonly (readonly ScriptAction[])[] = [
  [
    { action: 'change', text: 'changed\n' },
    { action: 'delay', ms: 3 },
  ],
  [
    { action: 'answer', text: 'answered\n' },
    { action: 'inject', toward: 'client', text: 'injected\n' },
  ],
  [{ action: 'drop' }, { action: 'inject', toward: 'agent', text: 'injected\n' }],
  [{ action: 'hold' }],
];
const FAILURES = ['threw', 'late', 'off'] as const;

/**
 * The requests to the connection, one behind each frame. They are about a held frame, or a breakpoint or fault of that
 * number.
 */
const requestsAbout = (number: number): readonly object[] => [
  { do: 'release', number },
  { do: 'drop', number },
  { do: 'edit', number, bytes: toBase64(encodeUtf8('edited\n')) },
  { do: 'answer', number, bytes: toBase64(encodeUtf8('{"answer":1}')) },
  { do: 'state' },
  { do: 'frame', number },
  { do: 'set-breakpoint', number: 1, isOn: number % 2 === 0 },
  { do: 'set-fault', number: 0, isOn: number % 3 > 0 },
  { do: 'inject', toward: number % 2 === 0 ? 'client' : 'agent', bytes: toBase64(encodeUtf8('injected')) },
  { do: 'add-breakpoint', filter: 'kind:response' },
  { do: 'remove-breakpoint', number: 3 },
  { do: 'release', number: 'all' },
];

/** Everything that happens with these faults, and how many frames they touched and how many left. */
function happens(texts: readonly string[], onTimeout: 'pass' | 'refuse'): readonly [unknown[], number, number] {
  const told: unknown[] = [];
  const faults = texts.map((text) => readFault(text, compileRegex));
  const decider = createDecider(faults, 7, compileRegex);
  const holds = createHolds({ timeout: 900, onTimeout, alone: false, grace: 40 }, compileRegex, (by) => told.push(by));
  holds.addBreakpoint('method:session/* or kind:error');
  const about = { recording: 'r', name: null, command: ['agent'], startedAt: 0, seed: 7 };
  let now = 0;
  const inject = (toward: string, injection: object) => void told.push([toward, injection]);
  const control = createControl({ about, holds, faults: decider, inject, now: () => now });
  const isMeant = needsMeaning(faults) || holds.hasBreakpoints();
  const factsOf = createFrameFacts(() => isMeant);
  const queues = { client: createOrderingQueue<Plan>(), agent: createOrderingQueue<Plan>() };
  const offsets = { client: 0, agent: 0 };
  let touched = 0;
  let left = 0;

  function take(): void {
    holds.expire(now);
    for (const queue of Object.values(queues)) {
      const plans = queue.take(now);
      left += plans.length;
      told.push([
        now,
        queue.size(),
        queue.sizeBehind(),
        queue.isEmpty(),
        queue.nextAt(),
        plans.map((plan) => plan.settle?.() ?? plan),
      ]);
    }
  }

  for (const [index, frame] of FRAMES.entries()) {
    const { from, bytes } = frame;
    now = index * 120;
    if (index === 6 || index === 40) holds.watch();
    if (index === 30) holds.unwatch(now);
    if (index === 70) holds.end('client');
    take();
    const arrived = factsOf(frame, frame.elapsed);
    const planned = decider.decide(arrived);
    if (planned) touched += 1;
    const plan = holds.consider(arrived, planned, { offset: offsets[from], index }, now) ?? planned ?? passing(bytes);
    offsets[from] += bytes.length;
    queues[from].push(plan, bytes.length, plan.timing, now);
    const requests = requestsAbout(index % 5);
    told.push(
      decider.muteOf(from),
      control.answer(JSON.stringify({ id: index, ...requests[index % requests.length] }), holds.watch),
    );
    told.push(holds.nextAt(), holds.isIdle(), arrived.facts.summary());
    told.push(scripted(plan, 'a.js', from, SCRIPTS[index % SCRIPTS.length] ?? []));
    told.push(unscripted(NOTHING, 'a.js', FAILURES[index % 3] ?? 'off', onTimeout, arrived.bytes));
  }
  queues.client.end();
  queues.agent.hurry();
  now += 60_000;
  take();
  return [told, touched, left];
}

/** The plans for all faults, as text. */
export function renderPlannedFrames(): string {
  const lines = FAULTS.map((texts, no) => {
    const [told, touched, left] = happens(texts, no % 2 === 0 ? 'pass' : 'refuse');
    return `${texts.join(', ')}: ${touched} touched, ${left} left, ${digest(told.map((each) => JSON.stringify(each, readable)))}\n`;
  });
  return `${HEADING}\n${lines.join('')}`;
}

const readable = (_: string, value: unknown) => (value instanceof Uint8Array ? decodeLossy(value) : value);
