import { assert, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFold } from '#core/fold/fold.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { judgeRecording } from '#core/rules/engine/judge-recording.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry, FrameEntry, Sent } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { HANDSHAKE_AND_SESSION } from '../judge-transcript.ts';
import { delivered, soonAfter } from '../support/delivered.ts';
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

  test('nobody is blamed for what is missing after acptap has ended the agent', () => {
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
      { numRuns: 60 },
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
