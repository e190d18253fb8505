import { assert, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFold } from '#core/fold/fold.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { judgeRecording } from '#core/rules/engine/judge-recording.ts';
import { describeDelay, describeWaiting } from '#core/share/never-answered.ts';
import { elapsedUs, seqOf } from '#core/units.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry, FrameEntry, Sent } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { HANDSHAKE_AND_SESSION } from '../judge-transcript.ts';
import { delivered, soonAfter } from '../support/delivered.ts';
import { rounds } from '../support/effort.ts';
import { generatedTranscripts } from '../support/generated-transcript.ts';

const entriesOf = (transcript: string) =>
  parseTranscript(`${HANDSHAKE_AND_SESSION}\n${transcript}\n= exit {"code":0,"signal":null}`);

const findingsIn = (entries: readonly Entry[]) =>
  judgeRecording(entries, catalogue, 'orderly').findings.filter(({ grade }) => grade !== 'note');

const has = (frame: FrameEntry, text: string) => Buffer.from(frame.bytes).includes(text);

const dropped = (text: string) => (frame: FrameEntry) =>
  has(frame, text) ? { why: [{ kind: 'drop', fault: 'drop' }] } : undefined;

const changed = (text: string, bytes: string) => (frame: FrameEntry) =>
  has(frame, text) ? { elapsed: soonAfter(frame), bytes: encodeUtf8(bytes), why: [{ kind: 'corrupt' }] } : undefined;

const ASKED = `
  > 1 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"hi"}]}
  < 2 fs/read_text_file {"sessionId":"s","path":"/a"}
  > 2 ok {"content":""}
  < 1 ok {"stopReason":"end_turn"}
`;

describe('in a recording with interventions', () => {
  test('nobody is blamed for a frame that acptap dropped', () => {
    const withoutAnswer = ASKED.replace(/.*> 2 ok.*\n/, '');
    expect(findingsIn(entriesOf(withoutAnswer)).map(({ rule }) => rule)).toContain('jsonrpc/request-is-answered');
    expect(findingsIn(delivered(entriesOf(withoutAnswer), dropped('fs/read')))).toEqual([]);
    expect(findingsIn(delivered(entriesOf(ASKED), dropped('"content"')))).toEqual([]);
  });

  test('nobody is blamed for an open request after acptap ended the agent', () => {
    const ended = entriesOf('> 1 session/list {}\n= intervened {"kind":"exit"}');
    expect(judgeRecording(entriesOf('> 1 session/list {}'), catalogue, 'orderly').findings).not.toEqual([]);
    expect(judgeRecording(delivered(ended), catalogue, 'orderly').findings).toEqual([]);
  });

  test('a request waits while its sender has no response, and says what acptap did to it', () => {
    const waitingIn = (entries: readonly Entry[]) => {
      const fold = createFold();
      for (const entry of entries) fold.apply(entry);
      fold.finish(true);
      return fold.take().waiting.map(({ method, interfered }) => [method, interfered]);
    };
    const asked = entriesOf(ASKED);
    expect(waitingIn(delivered(asked))).toEqual([]);
    expect(waitingIn(delivered(asked, dropped('"content"')))).toEqual([
      ['fs/read_text_file', { seq: 6, kind: 'drop', isDelivered: false }],
    ]);
    expect(waitingIn(delivered(asked, dropped('session/prompt')))).toEqual([]); // the agent answered all the same
    expect(waitingIn(delivered(asked, changed('end_turn', '{"jsonrpc":"2.0","id":7,"result":{}}\n')))).toEqual([
      ['session/prompt', { seq: 7, kind: 'corrupt', isDelivered: true }],
    ]);
    const open = delivered(entriesOf('> 1 session/list {}'), dropped('session/list'));
    expect(waitingIn(open)).toEqual([['session/list', { seq: 4, kind: 'drop', isDelivered: false }]]);
  });

  test.each([
    ['session/prompt', 4],
    ['end_turn', 7],
  ])('a request waits for acptap, which held %s when it was killed', (text, seq) => {
    const fold = createFold();
    const asked = text === 'end_turn' ? entriesOf(ASKED) : entriesOf(ASKED.split('\n').slice(0, 2).join('\n'));
    for (const entry of delivered(asked))
      fold.apply(entry.kind === 'frame' && has(entry, text) ? withoutSent(entry) : entry);
    fold.finish(true);
    expect(fold.take().waiting.map(({ method, interfered }) => [method, interfered])).toEqual([
      ['session/prompt', { seq, kind: 'hold', isDelivered: false }],
    ]);
  });

  test('a request waits no more after the delivery of its response, also if nothing follows', () => {
    const fold = createFold();
    const entries = delivered(entriesOf(ASKED)).slice(0, -1);
    for (const entry of entries)
      fold.apply(entry.kind === 'frame' && has(entry, 'end_turn') ? withoutSent(entry) : entry);
    expect(fold.take().waiting).toHaveLength(1);
    fold.deliver({ kind: 'delivery', seq: seqOf(7), sent: { elapsed: elapsedUs(1_000_000), why: [] } });
    expect(fold.take().waiting).toEqual([]);
  });

  test('a request waits for acptap where no delivery of its frame followed until the end', () => {
    const fold = createFold();
    for (const entry of delivered(entriesOf('> 1 session/list {}')))
      fold.apply(entry.seq === 4 ? withoutSent(entry) : entry);
    fold.deliver({ kind: 'delivery', seq: seqOf(4), sent: { why: [] } });
    fold.finish(false);
    expect(fold.take().waiting.map(({ interfered }) => interfered)).toContainEqual({
      seq: 4,
      kind: 'hold',
      isDelivered: false,
    });
  });

  test('a request waits for the fault that delays it, its response, or a frame before it', () => {
    const delaysIn = (transcript: string, delayed: number) => {
      const fold = createFold();
      for (const entry of delivered(entriesOf(transcript)))
        fold.apply(entry.seq < delayed ? entry : withoutSent(entry));
      const why = [{ kind: 'crlf' }, { kind: 'delay', fault: 'delay 1h' }];
      fold.delay({ kind: 'delayed', seq: seqOf(delayed), until: elapsedUs(3_600_012_345), why });
      return fold.take().waiting.map(describeDelay);
    };
    const [request, response] = ['request', 'response'].map(
      (what) => `acptap delays the ${what} until 3600.012 s (delay 1h)`,
    );
    expect(delaysIn('> 1 session/list {}\n> 2 _a\n< 3 _b', 4)).toEqual([request, request, undefined]);
    expect(delaysIn('> 1 session/list {}\n> 2 _a', 5)).toEqual([undefined, request]);
    expect(delaysIn('> 1 session/list {}\n< 1 ok {}', 5)).toEqual([response]);
  });

  test('a waiting request names everything that acptap did to its frame', () => {
    const waitsFor = (...kinds: string[]) => {
      const fold = createFold();
      const isDropped = kinds.includes('drop');
      const entries = delivered(entriesOf('> 1 session/list {}'), (frame) =>
        has(frame, 'session/list')
          ? { ...(isDropped ? {} : { elapsed: soonAfter(frame) }), why: kinds.map((kind) => ({ kind })) }
          : undefined,
      );
      for (const entry of entries) fold.apply(entry);
      const { waiting } = fold.take();
      return describeWaiting({ state: 'live', waiting, startedAt: '2026-01-01T00:00:00Z' }, 0)[0]?.split('; ')[1];
    };
    expect(waitsFor('hold')).toBe('acptap delivered it late (hold)');
    expect(waitsFor('hold', 'drop')).toBe('acptap did not deliver it (hold, drop)');
    expect(waitsFor('hold', 'edit')).toBe('acptap interfered with it (hold, edit)');
  });

  test('nobody is blamed for bytes that acptap changed', () => {
    const update = '< session/update {"sessionId":"s","update":{"sessionUpdate":"plan","entries":[]}}';
    expect(findingsIn(entriesOf('< | {"jsonrpc'))).not.toEqual([]);
    expect(findingsIn(delivered(entriesOf(update), changed('plan', '{"jsonrpc\n')))).toEqual([]);
  });

  test('nobody is blamed for an answer that acptap gave instead of the agent', () => {
    const listing = '> 1 session/list {}';
    const answer = `= injected {"toward":"client","json":{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}},"why":[{"kind":"answer"}]}`;
    expect(findingsIn(entriesOf(listing))).not.toEqual([]);
    expect(findingsIn(delivered(entriesOf(`${listing}\n${answer}`), dropped('session/list')))).toEqual([]);
  });

  test('a side is blamed for its own mistake once, with the hop', () => {
    expect(findingsIn(delivered(entriesOf(`${ASKED}\n< | no json`)))).toMatchObject([
      { rule: 'framing/line-is-json', side: 'agent', message: expect.stringMatching(/^between agent and acptap, /) },
    ]);
  });

  test('a finding about a frame names what acptap did to it', () => {
    const other = '{"jsonrpc":"2.0","id":9,"method":"session/list","params":{}}\n';
    const [finding] = findingsIn(delivered(entriesOf('> 1 session/list {}'), changed('session/list', other)));
    expect(finding).toMatchObject({
      side: 'agent',
      message: expect.stringMatching(/acptap interfered with #4: corrupt/),
    });
  });

  test('blames no side for missing messages after acptap has ended the agent', () => {
    const transcript = `
      = taking-part {"faults":["exit 3"],"seed":1}
      ${HANDSHAKE_AND_SESSION}
      > 1 session/list {}
      = intervened {"kind":"exit","fault":"exit 3"}
      = exit {"code":3,"signal":null}`;
    expect(findingsIn(delivered(parseTranscript(transcript)))).toEqual([]);
    const byItself = parseTranscript(transcript.replace(/.*= intervened.*\n/, ''));
    expect(findingsIn(delivered(byItself))).not.toEqual([]);
  });

  test.each([
    ['an open prompt of a closed session', '> 1 session/prompt PROMPT\n> 2 session/close {"sessionId":"s"}\n< 2 ok {}'],
    ['a cancelled request', '> 1 session/list {}\n> $/cancel_request {"requestId":1}'],
    ['a terminal', '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}'],
    [
      'a tool call at work',
      `> 1 session/prompt PROMPT
       < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"Run","status":"in_progress"}}
       < 1 ok {"stopReason":"end_turn"}`,
    ],
    ['half a line', '< \\| {"jsonrpc":"2.0","meth'],
  ])('not even a note blames a side for %s that acptap has cut short', (_what, sent) => {
    const conversation = `
      = taking-part {"faults":["kill SIGKILL"],"seed":1}
      ${HANDSHAKE_AND_SESSION}
      ${sent.replaceAll('PROMPT', '{"sessionId":"s","prompt":[{"type":"text","text":"hi"}]}')}`;
    const ended = (by: string) =>
      delivered(parseTranscript(`${conversation}\n${by}= exit {"code":null,"signal":"SIGKILL"}`));
    const rules = (by: string) => judgeRecording(ended(by), catalogue, 'orderly').findings.map(({ rule }) => rule);
    const byAcptap = rules('= intervened {"kind":"kill","fault":"kill SIGKILL"}\n');
    expect(rules('').length).toBeGreaterThan(byAcptap.length);
    expect(byAcptap.filter((rule) => !rule.startsWith('capability/'))).toEqual([]);
  });

  test('rules apply as often as in the raw recording of the same conversation', () => {
    const kept = (entries: readonly Entry[]) =>
      [...judgeRecording(entries, catalogue, 'orderly').occasions].map(([id, { kept: count }]) => [id, count]);
    expect(kept(delivered(entriesOf(ASKED)))).toEqual(kept(entriesOf(ASKED)));
  });

  test('the findings are the same while it is recorded as in its file', () => {
    const becomes = constantFrom<(frame: FrameEntry) => Sent | undefined>(
      () => undefined,
      dropped('session/prompt'),
      changed('tool_call', 'no json\n'),
      (frame) => (frame.seq % 3 === 0 ? { elapsed: soonAfter(frame, 5001), why: [{ kind: 'delay' }] } : undefined),
    );
    assert(
      property(generatedTranscripts(), becomes, (transcript, become) => {
        const entries = delivered(
          [...parseTranscript(`@0 = taking-part {"faults":[],"seed":1}\n${transcript}`)],
          become,
        );
        expect(new Set(recordedFindings(entries))).toEqual(
          new Set(judgeRecording(entries, catalogue, 'orderly').findings.map((finding) => JSON.stringify(finding))),
        );
      }),
      { numRuns: rounds(8, 60) },
    );
  });
});

/** Folds as the recorder does: what becomes of a frame is known only when it has happened. */
function recordedFindings(entries: readonly Entry[]): readonly string[] {
  const fold = createFold();
  const deliveries = entries.flatMap((entry) =>
    entry.kind === 'frame' && entry.sent ? [{ seq: entry.seq, sent: entry.sent }] : [],
  );
  const facts = [
    ...entries.map((entry) => ({ at: entry.elapsed as number, apply: () => void fold.apply(withoutSent(entry)) })),
    ...deliveries.map(({ seq, sent }) => ({
      at: sent.elapsed ?? (entries[seq]?.elapsed ?? 0) + 1,
      apply: () => fold.deliver({ kind: 'delivery', seq, sent }),
    })),
  ];
  for (const { apply } of facts.toSorted((one, other) => one.at - other.at)) apply();
  fold.finish(true);
  return fold.take().findings.map((finding) => JSON.stringify(finding));
}

function withoutSent(entry: Entry): Entry {
  if (entry.kind !== 'frame') return entry;
  const { sent: _sent, ...received } = entry;
  return received;
}
