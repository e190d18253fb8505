import { describe, expect, test } from 'vitest';
import type { HeldFrame } from '#core/contract/control.ts';
import type { Waiting } from '#core/model/recording-summary.ts';
import { epochMs } from '#core/units.ts';
import { toLossRow, toStateRow, toStateRows } from '../../../../inspector-ui/views/recording/state-rows.ts';
import { recording, row } from '../../fakes.ts';

const START = epochMs(Date.parse('2026-11-20T10:00:00.000Z'));
const after = (seconds: number) => epochMs(START + seconds * 1000);

const permission = {
  side: 'agent' as const,
  method: 'session/request_permission',
  id: '12',
  seq: 40,
  t: 3_000_000,
  session: 's1',
  heard: null,
};
const live = recording('r', { state: 'live', endedAt: null, exit: null, waiting: [permission] });

/** A frame that acptap has held for 12 s, 44 s after the start. */
const held = (more: Partial<HeldFrame>): HeldFrame => ({
  number: 1,
  from: 'agent',
  offset: 0,
  bytes: 1,
  kind: 'response',
  method: null,
  id: '12',
  session: null,
  summary: '',
  breakpoint: '',
  since: after(32),
  until: after(300),
  waiting: 0,
  ...more,
});

describe('the state line of a recording', () => {
  test('shows who is expected to act next, on what and for how long', () => {
    expect(toStateRow(live, after(44))).toEqual({
      tone: 'waiting',
      text: 'agent waits for the client (a person) to answer request 12, session/request_permission',
      seq: 40,
      more: '',
      others: [],
      all: 'kind:request status:pending',
      since: '41 s',
      sign: '',
      isSilent: false,
      isStill: true,
    });
    expect(toStateRow(live, after(300))?.since).toBe('4 m 57 s');
  });

  test('shows the line that a side has not ended, in place of its silence', () => {
    const unfinished = [{ side: 'agent' as const, bytes: 153, beginning: '{"jsonrpc"…', t: 1_000_000 }];
    const words = 'the agent has sent 153 bytes without a line end: {"jsonrpc"…';
    const prompt = { ...permission, side: 'client' as const, method: 'session/prompt', t: 1_000_000 };
    const halted = { ...live, unfinished, waiting: [prompt] };
    expect(toStateRow(halted, after(2.9))?.sign).toBe('the agent is working');
    expect(toStateRow(halted, after(3))).toMatchObject({ seq: 40, sign: words, isSilent: true });
    expect(toStateRow({ ...halted, waiting: [] }, after(3))).toMatchObject({ text: words, seq: undefined });
    expect(toStateRow({ ...halted, waiting: [] }, after(2.9))).toBeUndefined();
  });

  test('blames nobody for silence while acptap holds or delays a frame', () => {
    const prompt = { ...permission, side: 'client' as const, method: 'session/prompt' };
    const signOf = (frame: Partial<HeldFrame>, waiting = prompt as Waiting) =>
      toStateRow({ ...live, waiting: [waiting] }, after(44), [held(frame)]);
    const interfered = {
      seq: prompt.seq,
      kind: 'delay',
      isDelivered: false,
      delay: { until: 60_000_000, by: 'delay 1m' },
    };
    expect(toStateRow({ ...live, waiting: [{ ...prompt, interfered }] }, after(44))).toMatchObject({
      sign: 'acptap delays the request until 60.000 s (delay 1m)',
      isSilent: false,
    });
    expect(signOf({ id: '99' })).toMatchObject({ sign: 'acptap has held a frame for 12 s', isSilent: false });
    expect(signOf({ from: 'client', kind: 'request' })?.sign).toBe('acptap has held the request for 12 s');
    expect(signOf({ from: 'agent', kind: 'response' })?.sign).toBe('acptap has held the response for 12 s');
    expect(signOf({ from: 'agent', kind: 'request' })?.sign).toBe('acptap has held a frame for 12 s'); // its own id 12
    expect(signOf({ from: 'agent', kind: 'request' }, permission)?.sign).toBe('acptap has held the request for 12 s');
  });

  test('blames nobody for an answer to what acptap did not deliver', () => {
    const lost = { ...permission, interfered: { seq: 40, kind: 'mute', isDelivered: false } };
    expect(toStateRow({ ...live, waiting: [lost] }, after(44))).toMatchObject({
      sign: 'acptap did not deliver it (mute)',
      isSilent: false,
    });
    const ended = recording('r', { waiting: [lost], interventions: true });
    expect(toStateRow(ended, after(44))).toMatchObject({
      text: 'ended while the agent waited for the client (a person) to answer request 12, session/request_permission',
      sign: 'acptap did not deliver it (mute)',
    });
  });

  test('names the oldest of several prompts and counts the others', () => {
    const prompt = { ...permission, side: 'client' as const, method: 'session/prompt', id: '3', seq: 20, t: 1_000_000 };
    const other = { ...prompt, id: '4', seq: 21, t: 2_000_000 };
    expect(toStateRow({ ...live, waiting: [prompt, other] }, after(10))).toMatchObject({
      seq: 20,
      more: '+1 waiting',
      others: ['client waits for the agent to answer request 4, session/prompt'],
    });
  });

  test('names the agent’s latest request, not the prompt that waits for it', () => {
    const prompt = { ...permission, side: 'client' as const, method: 'session/prompt', id: '3', seq: 20, t: 1_000_000 };
    const file = { ...permission, method: 'fs/read_text_file', id: '13', seq: 41, t: 4_000_000 };
    expect(toStateRow({ ...live, waiting: [prompt, permission, file] }, after(10))).toMatchObject({
      outer: { text: 'client waits for session/prompt 3', seq: 20 },
      text: 'agent waits for the client to answer request 13, fs/read_text_file',
      more: '+1 waiting',
      since: '6 s',
    });
    // A request that was just sent may be answered soon: it does not change the line.
    expect(toStateRow({ ...live, waiting: [prompt, permission, file] }, after(4.5))?.seq).toBe(40);
  });

  test('keeps the chains of several sessions apart', () => {
    const of = (session: string, t: number) => [
      { ...permission, side: 'client' as const, method: 'session/prompt', id: `p${session}`, seq: 10, t, session },
      { ...permission, method: 'fs/read_text_file', id: `r${session}`, seq: 11, t: t + 500_000, session },
    ];
    const waiting = [...of('s1', 1_000_000), ...of('s2', 2_000_000)];
    expect(toStateRow({ ...live, waiting }, after(10))).toMatchObject({
      outer: { text: 'client waits for session/prompt ps2' },
      text: 'agent waits for the client to answer request rs2, fs/read_text_file',
      more: '+1 waiting',
      others: [
        'session s1: client waits for session/prompt ps1 ← agent waits for the client to answer request rs1, fs/read_text_file',
      ],
    });
  });

  test('has a line for each session that waits, with the frame that acptap holds there', () => {
    const prompt = { ...permission, side: 'client' as const, method: 'session/prompt', heard: 2_000_000 };
    const open = (session: string | null, seq: number) => ({ ...prompt, id: `${seq}`, seq, t: seq * 100_000, session });
    const linesOf = (waiting: readonly Waiting[], frames: readonly HeldFrame[] = [], over = {}) =>
      toStateRows({ ...live, ...over, waiting }, after(44), frames, ['s1', 's2', 's3', 's4']).map(
        ({ session, seq, since, sign, more }) => [session, seq, since, sign, more].join(' · '),
      );
    const silent = 'the agent has been silent for 42 s';
    expect(linesOf([open('s1', 1), open(null, 2)])).toEqual([` · 1 · 43 s · ${silent} · +1 waiting`]);
    const both = [open('s1', 1), open('s2', 2), { ...permission, session: 's2' }];
    expect(linesOf(both)).toEqual(['session 2 · 40 · 41 s ·  · ', `session 1 · 1 · 43 s · ${silent} · `]);
    expect(linesOf(both, [held({ id: '1', session: 's1' })])).toEqual([
      'session 2 · 40 · 41 s ·  · ',
      'session 1 · 1 · 43 s · acptap has held the response for 12 s · ',
    ]);
    const request = { ...permission, id: '1', session: 's2' }; // both sides count their ids from 0
    expect(linesOf([open('s1', 1), request], [held({ id: '1', kind: 'request', session: 's2' })])).toEqual([
      'session 2 · 40 · 41 s · acptap has held the request for 12 s · ',
      `session 1 · 1 · 43 s · ${silent} · `,
    ]);
    const many = ['s1', 's2', 's3', 's4'].map((session, index) => open(session, index + 1));
    expect(linesOf(many).map((line) => line.slice(0, 14))).toEqual([
      'session 1 · 1 ',
      'session 2 · 2 ',
      'session 3 · 3 ',
    ]);
    expect(linesOf(many).at(-1)).toMatch(/\+1 waiting$/);
    const ended = { state: 'ended' as const, endedAt: '2026-11-20T10:00:44.000Z' };
    expect(linesOf(both, [], ended).map((line) => line.slice(0, 16))).toEqual(['session 2 · 40 ·', 'session 1 · 1 · ']);
    expect(linesOf([])).toEqual([]);
  });

  test('names no prompt of another session, and none that was sent later', () => {
    const prompt = { ...permission, side: 'client' as const, method: 'session/prompt', id: '3', seq: 20, t: 1_000_000 };
    const outerOf = (other: object) =>
      toStateRow({ ...live, waiting: [{ ...prompt, ...other }, permission] }, after(10))?.outer;
    expect(outerOf({})).toMatchObject({ seq: 20 });
    expect(outerOf({ session: 's2' })).toBeUndefined();
    expect(outerOf({ t: 3_000_001 })).toBeUndefined();
    expect(outerOf({ side: 'agent' })).toBeUndefined();
  });

  test.each([
    ['session/prompt', 'client', 19_500_000, 'the agent is working', false],
    ['session/prompt', 'client', 8_000_000, 'the agent has been silent for 12 s', true],
    ['session/prompt', 'client', null, 'the agent has been silent since then, nothing was ever heard of it', true],
    ['session/prompt', 'client', 1_000_000, 'the agent has been silent since then, last heard 19 s ago', true],
    ['session/prompt', 'client', 2_500_000, 'the agent has been silent since then', true],
    ['fs/read_text_file', 'agent', 8_000_000, 'the client has been silent for 12 s', true],
    ['session/request_permission', 'agent', 8_000_000, '', false],
  ] as const)('tells work from silence of who is to answer %s: heard at %s', (method, side, heard, sign, isSilent) => {
    const waiting = [{ ...permission, method, side, heard }];
    expect(toStateRow({ ...live, waiting }, after(20))).toMatchObject({ since: '17 s', sign, isSilent });
  });

  test('names the last line of a silent side if it is not a message, and the line on stderr', () => {
    const prompt = {
      ...permission,
      method: 'session/prompt',
      side: 'client' as const,
      heard: 8_000_000,
      unreadable: 41,
    };
    expect(toStateRow({ ...live, waiting: [prompt] }, after(20))?.sign).toBe(
      'the agent has been silent for 12 s; its last line, #41, is not a message',
    );
    const { unreadable: _, ...silent } = prompt;
    const stderr = { seq: 9, text: 'connect \u001b ECONNREFUSED' };
    expect(toStateRow({ ...live, waiting: [{ ...silent, stderr }] }, after(20))?.sign).toBe(
      'the agent has been silent for 12 s; on stderr (#9): connect ‹ESC› ECONNREFUSED',
    );
    expect(toStateRow({ ...live, waiting: [prompt] }, after(8.5))?.sign).toBe('the agent is working');
  });

  test('names a response with another id in place of the silence', () => {
    const prompt = {
      ...permission,
      method: 'session/prompt',
      side: 'client' as const,
      misnamed: { seq: 9, id: '"7"' },
    };
    expect(toStateRow({ ...live, waiting: [prompt] }, after(20))?.sign).toBe(
      `the response #9 has the id "7" in place of ${permission.id}`,
    );
  });

  test('ignores a request that was just sent, and a clock that was set back', () => {
    expect(toStateRow(live, after(3.5))).toBeUndefined();
    expect(toStateRow(live, after(-100))).toBeUndefined();
  });

  test('is empty for a recording that ended well', () => {
    expect(toStateRow(recording('r'), after(60))).toBeUndefined();
  });

  test.each([
    [{ exit: { code: 1, signal: null } }, 'agent exited 1'],
    [{ exit: { code: null, signal: 'SIGKILL' } }, 'agent was ended by SIGKILL'],
    [{ exit: { code: null, signal: null } }, 'agent could not be started'],
    [{ state: 'interrupted', exit: null }, 'interrupted: the recording has no end, acptap or the machine was stopped'],
  ] as const)('says how it ended: %j', (more, text) => {
    expect(toStateRow(recording('r', more), after(60))).toMatchObject({ tone: 'trouble', text });
  });

  test('shows the request that was open at the end, and for how long', () => {
    const waiting = [
      { ...permission, t: 4_000_000 },
      { ...permission, seq: 41 },
      { ...permission, seq: 42 },
    ].toReversed();
    const span = { startedAt: '2026-11-20T12:00:00.000Z', endedAt: '2026-11-20T12:10:11.000Z', waiting };
    expect(toStateRow(recording('r', span), after(60))?.since).toBe('10 m 07 s');
    expect(toStateRow(recording('r', { ...span, endedAt: null }), after(60))?.since).toBe('');
    expect(toStateRow(recording('r', { waiting }), after(60))).toMatchObject({
      tone: 'plain',
      text: 'ended while the agent waited for the client (a person) to answer request 12, session/request_permission',
      seq: 40,
      more: '+2 unanswered',
      all: 'kind:request status:pending',
    });
    expect(toStateRow(recording('r', { waiting, exit: { code: 1, signal: null } }), after(60))?.text).toMatch(
      /^agent exited 1 while the agent waited/,
    );
  });

  test('shows at the end the same chain as before it', () => {
    const prompt = { ...permission, side: 'client' as const, method: 'session/prompt', id: '3', seq: 20, t: 1_000_000 };
    const file = { ...permission, method: 'fs/read_text_file', id: '77', seq: 41, t: 4_000_000, heard: 3_000_000 };
    const span = { startedAt: '2026-11-20T12:00:00.000Z', endedAt: '2026-11-20T12:00:45.000Z' };
    const ended = (waiting: readonly Waiting[]) => toStateRow(recording('r', { ...span, waiting }), after(60));
    expect(ended([prompt, file])).toMatchObject({
      outer: { text: 'ended while the client waited for session/prompt 3', seq: 20 },
      text: 'agent waited for the client to answer request 77, fs/read_text_file',
      seq: 41,
      more: '',
      since: '41.0 s',
      sign: 'the client was silent since then',
    });
    const interfered = { seq: 42, kind: 'drop', isDelivered: false };
    expect(ended([prompt, { ...file, interfered }])?.sign).toBe('acptap did not deliver the answer #42 (drop)');
  });
});

test('shows a gap in the words of the recording', () => {
  const gap = row(7, {
    kind: 'event',
    from: null,
    summary: '4096 bytes from agent were forwarded but could not be recorded',
  });
  expect(toLossRow({ first: gap, count: 2 })).toMatchObject({
    tone: 'trouble',
    text: 'not all was recorded: 4096 bytes from agent were forwarded but could not be recorded',
    seq: 7,
    more: '+1',
  });
});
