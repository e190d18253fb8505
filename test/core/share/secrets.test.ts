import { setImmediate as rest } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SHARE_FORMS, type ShareForm, type SharePreview } from '#core/contract/share.ts';
import { firstNumbers } from '#core/grouping/number-list.ts';
import { createShareAnswers, TooLargeToShareError, type Shareable } from '#core/share/share-answers.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { someOf } from '../../support/effort.ts';
import { header } from '../../support/recording-file.ts';

const KEY = 'sk-ant-api03-CANARYcanaryCANARYcanary0123456789';
const PASSWORD = 'Correct-Horse-Canary-7';

/**
 * A key recognised by its form and a key recognised by its place: in values, in findings, and in frames without a
 * message.
 */
const ENTRIES = [
  ...parseTranscript(`
    > 0 initialize {"protocolVersion":1,"clientCapabilities":{},"_meta":{"apiKey":"${PASSWORD}"}}
    < 0 ok {"protocolVersion":"${KEY}","agentCapabilities":{},"agentInfo":{"name":"${KEY}","version":"${PASSWORD}"}}
    > 1 session/new {"cwd":"/home/canary-user/w","mcpServers":[{"name":"x","command":"/bin/x","args":["--token","${PASSWORD}"],"env":[{"name":"TOKEN","value":"${PASSWORD}"}]}]}
    < 1 ok {"sessionId":"s"}
    > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"my key is ${KEY}"}]}
    < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"curl -H ${PASSWORD}","status":"${KEY}"}}
    < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"I see ${PASSWORD}"}}}
    < 9 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[{"optionId":"${KEY}","name":"${PASSWORD}","kind":"allow_once"}]}
    > 9 ok {"outcome":{"outcome":"selected","optionId":"${KEY}"}}
    < | echo ${KEY} ${PASSWORD} /home/canary-user
    ! ${KEY} ${PASSWORD} /home/canary-user
    < 2 ok {"stopReason":"${KEY}"}`),
];

const recording: Shareable = {
  key: 'one',
  header: () => header({ command: ['agent', '--api-key', PASSWORD], cwd: '/home/canary-user/w' }),
  entries: (from) => ENTRIES.slice(from),
};

const answers = () => createShareAnswers({ rest: () => rest(), now: () => performance.now() });

const shared = (as: ShareForm, redact: boolean, seq: number | null = null) =>
  answers()(recording, { as, of: 'filter', q: '', seq, redact }, firstNumbers(ENTRIES.length), () => true);

test.each(SHARE_FORMS)('%s contains no secret unless requested', async (form) => {
  for (const seq of [null, ...someOf([...ENTRIES.keys()], 6)]) {
    expect(await shared(form, true, seq)).not.toMatch(/canary/i);
  }
  expect(await shared(form, false, form === 'markdown' ? 9 : null)).toMatch(/canary/i);
});

test.each([true, false])('a Markdown copy has the selected frame (redacted: %s)', async (redact) => {
  const copy = await shared('markdown', redact, 4);
  expect(copy).toContain(`"text": "my key is ${redact ? '[redacted-' : KEY}`);
  expect(copy).not.toContain(redact ? KEY : '[redacted-');
});

const previewOf = async (of: Shareable, count: number) => {
  const query = { as: 'jsonl', of: 'filter', q: '', seq: null, redact: true, preview: true } as const;
  const text = (await answers()(of, query, firstNumbers(count), () => true)) ?? '';
  return { text, masked: (JSON.parse(text) as SharePreview).masked };
};

test('a preview has the beginnings of long values, and no more of any secret', async () => {
  const { text, masked } = await previewOf(recording, ENTRIES.length);
  expect(text).not.toMatch(/canary/i);
  const shown = new Set(masked.map(({ begins, length }) => `${begins} ${length}`));
  expect([...shown].toSorted()).toEqual([
    `Corr ${PASSWORD.length}`,
    `null ${'canary-user'.length}`,
    `sk-a ${KEY.length}`,
  ]);
});

test('a preview has one beginning of a secret that came in pieces', async () => {
  const pieces = KEY.match(/.{1,16}/g) ?? [];
  const chunk = (text: string) =>
    `< session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"${text}"}}}`;
  const entries = parseTranscript([...pieces, ` and ${KEY}`].map(chunk).join('\n'));
  const { masked } = await previewOf(
    { ...recording, key: 'pieces', entries: (from) => entries.slice(from) },
    entries.length,
  );
  const ofKey = masked.filter(({ seq }) => seq !== null);
  expect(ofKey.length).toBeGreaterThan(1);
  expect(new Set(ofKey.map(({ begins }) => begins))).toEqual(new Set(['sk-a']));
});

test('reads a recording once to learn its secrets, and then only new entries', async () => {
  const share = answers();
  const read: number[] = [];
  const growing = (length: number): Shareable => ({
    ...recording,
    *entries(from) {
      for (const entry of ENTRIES.slice(from, length)) {
        read.push(entry.seq);
        yield entry;
      }
    },
  });
  const query = { as: 'frame', of: 'entry', q: '', seq: 0, redact: true } as const;
  await share(growing(3), query, firstNumbers(1), () => true);
  expect(read).toEqual([0, 1, 2, 0, 1, 2]);
  await share(growing(5), query, firstNumbers(1), () => true);
  expect(read.slice(6)).toEqual([3, 4, 0, 1, 2, 3, 4]);
});

test('writes nothing for a caller who has gone', async () => {
  let times = 0;
  const clock = { rest: () => rest(), now: () => (times += 100) };
  const query = { as: 'llm', of: 'filter', q: '', seq: null, redact: false } as const;
  expect(await createShareAnswers(clock)(recording, query, firstNumbers(ENTRIES.length), () => false)).toBeUndefined();
});

test('refuses a text too large for a clipboard before writing it', async () => {
  const [large] = parseTranscript(`> 1 _x {"t":"${'x'.repeat(20_000_000)}"}`);
  const twice = {
    ...recording,
    entries: () => (large ? [large, { ...large, seq: ENTRIES[1]?.seq ?? large.seq }] : []),
  };
  const query = { as: 'frame', of: 'filter', q: '', seq: null, redact: false } as const;
  await expect(answers()(twice, query, firstNumbers(2), () => true)).rejects.toThrow(TooLargeToShareError);
});
