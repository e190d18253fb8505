import type { Exchange } from '#core/trace/exchanges.ts';
import { createTrace } from '#core/trace/trace.ts';
import type { ShareContext, ShareWriter } from './share-form.ts';

/** The most steps; longer tests are too long to adapt. */
export const MAX_STEPS = 50;

interface Step {
  readonly seq: number;
  /** Undefined for a notification. */
  readonly exchange: Exchange | undefined;
  readonly method: string;
  readonly params: string;
}

/**
 * Writes a vitest test that plays the recorded agent and, in place of the client, repeats the recorded client:
 * requests in their order, responses as recorded. It passes unchanged if the client did one thing at a time. `isFixture`: it
 * reads the canonical recording.
 */
export function shareReplay({ header }: ShareContext, isFixture = false): ShareWriter {
  const trace = createTrace();
  const steps: Step[] = [];
  const answers = new Map<string, string[]>();
  let hasNotifications = false;
  let more = 0;

  return {
    needs: () => true,
    apply(entry) {
      for (const { message, exchange, ref } of trace.apply(entry).messages) {
        const isClient = ref.from === 'client';
        if (message.kind === 'response') {
          if (isClient && exchange && message.outcome.ok)
            answers.set(exchange.method, [...(answers.get(exchange.method) ?? []), inCode(message.outcome.result)]);
        } else if (!isClient) {
          hasNotifications ||= message.kind === 'notification';
        } else if (steps.length >= MAX_STEPS) more += 1;
        else steps.push({ seq: ref.seq, exchange, method: message.method, params: inCode(message.params ?? {}) });
      }
    },
    text: () => written(header.id, isFixture, steps, { answers, hasNotifications, more }),
  };
}

function written(
  id: string,
  isFixture: boolean,
  steps: readonly Step[],
  {
    answers,
    hasNotifications,
    more,
  }: { answers: ReadonlyMap<string, readonly string[]>; hasNotifications: boolean; more: number },
): string {
  const file = `${id.replaceAll(/[^\w.-]/g, '_')}${isFixture ? '-fixture' : ''}.acp.jsonl`;
  const exported = `acptap export ${id.replaceAll(/\p{Cc}/gu, ' ')}${isFixture ? ' --canonical' : ''} -o ${file}`;
  const waits = steps.map((step, index) => isWaitedFor(step, steps[index + 1]));
  const isConcurrent = waits.includes(false);
  const lines = [
    ...(answers.size > 0
      ? [
          '// What the recorded client answered, by method.',
          `const answers: Record<string, unknown[]> = {`,
          ...[...answers].map(
            ([method, all]) => `  ${inCode(method)}: [\n${all.map((each) => `    ${each},\n`).join('')}  ],`,
          ),
          '};',
        ]
      : []),
    '// Put your client here: it writes to replay.writable and reads replay.readable.',
    `const { agent } = client({ name: 'recorded-client' })`,
    ...(answers.size > 0 ? [`  .onRequest('*', ({ method }) => answers[method]?.shift())`] : []),
    ...(hasNotifications ? [`  .onNotification('*', () => {})`] : []),
    '  .connect(ndJsonStream(replay.writable, replay.readable));',
    '',
    ...(isConcurrent ? ['const open: Promise<unknown>[] = []; // not awaited where they were sent'] : []),
    ...steps.map((step, index) => call(step, waits[index] ?? true)),
    ...(more > 0 ? [`// ${more} more messages of the client were recorded.`] : []),
    ...(isConcurrent ? ['await Promise.all(open);'] : []),
    'await replay.writable.close();',
    'await replay.finished(); // fails with what the client did differently',
  ];
  return `import { client, ndJsonStream } from '@agentclientprotocol/sdk';
import { fixture, replayAgent } from 'acptap/replay';
import { test } from 'vitest';

// The recording: ${exported}
test('the client does what it was recorded to do', async () => {
  const replay = replayAgent(await fixture(new URL('./${file}', import.meta.url)));

${lines.map((line) => (line === '' ? '\n' : `${line.replaceAll(/^/gm, '  ')}\n`)).join('')}});
`;
}

/** True if the client did nothing else before the response came. */
const isWaitedFor = ({ exchange }: Step, next: Step | undefined): boolean =>
  exchange === undefined ||
  (exchange.closed === undefined ? next === undefined : next === undefined || exchange.closed.seq < next.seq);

function call({ method, params, exchange }: Step, isAwaited: boolean): string {
  if (!exchange) return `await agent.notify(${inCode(method)}, ${params});`;
  const request = `agent.request(${inCode(method)}, ${params})`;
  const failed = exchange.outcome && !exchange.outcome.ok ? '.catch(() => {})' : '';
  const note = failed === '' ? '' : ' // was refused';
  return isAwaited ? `await ${request}${failed};${note}` : `open.push(${request}${failed});${note}`;
}

/** A value as source text. JSON is valid JavaScript; escapes characters that end a line or a script. */
function inCode(value: unknown): string {
  try {
    return JSON.stringify(value).replaceAll(/[\u2028\u2029<\p{Cf}]/gu, (char) =>
      Array.from(char.split(''), (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    );
  } catch {
    return 'undefined /* nested too deeply to be written here */';
  }
}
