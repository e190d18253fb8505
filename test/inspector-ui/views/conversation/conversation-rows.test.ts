import { describe, expect, test } from 'vitest';
import type { Card, PermissionAsk } from '#core/model/cards.ts';
import { epochMs } from '#core/units.ts';
import {
  toCardRail,
  toCardTime,
  toChangeRow,
  toDurationText,
  toPlanMark,
  toSessionLabel,
  toSessionRow,
  toTurnEndRow,
} from '../../../../inspector-ui/views/conversation/conversation-rows.ts';
import { lastLines } from '../../../../inspector-ui/views/conversation/output-lines.ts';
import {
  isOutput,
  toAskRow,
  toExitText,
  toFileFacts,
  toPatchLines,
  toToolStatus,
} from '../../../../inspector-ui/views/conversation/tool-rows.ts';

const place = {
  group: 3,
  part: 'whole',
  session: 's',
  turn: 1,
  first: 7,
  last: 19,
  entries: 12,
  unread: 0,
  t: 2_500_000,
  until: 4_000_000,
  findings: null,
} as const;
const message: Card = { ...place, kind: 'message', by: 'agent', blocks: [] };

describe('the rail beside a card', () => {
  test('links to the frames of the card', () => {
    expect(toCardRail(message)).toMatchObject({ frames: '#7 +11', framesTitle: 'Open entry #7 to #19: 12 frames' });
    expect(toCardRail({ ...message, entries: 1, last: 7 })).toMatchObject({ frames: '#7', badge: undefined });
  });

  test('numbers the session of a card, if there are several', () => {
    const label = (session: string | null, sessions: readonly string[]) => toSessionLabel({ session }, sessions);
    expect(label('b', ['a', 'b'])).toBe('session 2');
    expect([label('a', ['a']), label(null, ['a', 'b']), label('c', ['a', 'b'])]).toEqual(['', '', '']);
  });

  test('counts the findings of the frames, with a label', () => {
    const { badge } = toCardRail({ ...message, findings: { grade: 'error', count: 2 } });
    expect(badge).toEqual({ grade: 'error', count: 2, label: '2 findings in these frames' });
  });

  test.each([
    ['rel', undefined, '2.500'],
    ['delta', 2_488_000, '+0.012'],
    ['delta', undefined, ''],
  ] as const)('shows its time in mode %s after %s', (timeMode, before, time) => {
    expect(toCardTime(message, { timeMode, before, startedAt: epochMs(0) })).toBe(time);
  });

  test('shows the end time of a turn at its end card, and its whole duration', () => {
    const end: Card = {
      ...place,
      part: 'end',
      kind: 'turn-end',
      stopReason: 'end_turn',
      failure: null,
      tokens: [],
      context: null,
    };
    expect(toCardTime(end, { timeMode: 'rel', before: undefined, startedAt: epochMs(0) })).toBe('4.000');
    expect(toDurationText(end, false)).toBe('1.50 s');
  });
});

test('shows a card without an end as running while live, and as not ended afterwards', () => {
  expect([true, false].map((isLive) => toDurationText({ ...message, until: null }, isLive))).toEqual([
    'running',
    'never ended',
  ]);
});

describe('a request for permission', () => {
  const ask: PermissionAsk = {
    seq: 1,
    answered: 2,
    title: null,
    text: null,
    options: [
      { id: 'y', name: 'Allow', kind: 'allow_once' },
      { id: 'n', name: '', kind: 'reject_once' },
    ],
    outcome: 'selected',
    chosen: 'y',
    failure: null,
    t: 0,
    until: 4_200_000,
  };

  test('shows the chosen option and how long the person took', () => {
    const row = toAskRow(ask, false);
    expect(row.options).toEqual([
      { id: 'y', name: 'Allow', tone: 'good', isChosen: true },
      { id: 'n', name: 'n', tone: 'bad', isChosen: false },
    ]);
    expect([row.outcome, row.tone]).toEqual(['chosen by the client after 4.20 s', 'good']);
  });

  test('names acptap if the agent did not get the answer of the client', () => {
    const outcome = (answerDelivery: 'changed' | 'dropped') => toAskRow({ ...ask, answerDelivery }, false).outcome;
    expect(outcome('changed')).toBe('chosen by acptap, which changed the answer of the client, after 4.20 s');
    expect(outcome('dropped')).toBe('chosen by the client after 4.20 s, not delivered: acptap dropped it');
  });

  test.each([
    [{ chosen: 'z' }, 'the client chose z, which was not offered, after 4.20 s'],
    [{ outcome: 'cancelled', chosen: null }, 'cancelled by the client after 4.20 s'],
    [
      { outcome: 'error', failure: { seq: 2, code: 1, message: 'no' } },
      'the client answered with an error after 4.20 s: no',
    ],
    [{ outcome: null, until: null }, 'was never answered'],
  ] as const)('with %j: %s', (more, outcome) => {
    const row = toAskRow({ ...ask, ...more }, false);
    expect(row.outcome).toBe(outcome);
    expect(row.options.some(({ isChosen }) => isChosen)).toBe(false);
  });

  test('is shown as what the tool call waits for while it is open', () => {
    const open = { ...ask, outcome: null };
    expect(toToolStatus({ status: 'pending', asks: [open] }, true)).toEqual({
      text: 'waits for permission',
      tone: 'busy',
    });
    expect(toToolStatus({ status: 'pending', asks: [open] }, false).text).toBe('left pending');
  });
});

test.each([
  ['completed', 'good'],
  ['failed', 'bad'],
  ['in_progress', 'busy'],
  ['_paused_by_moon', 'quiet'],
  [null, 'quiet'],
] as const)('a tool call that is %s is %s', (status, tone) => {
  expect(toToolStatus({ status, asks: [] }, true).tone).toBe(tone);
});

test('shows stop reason, duration, tokens and context at the end of a turn', () => {
  const end = toTurnEndRow(
    {
      kind: 'turn-end',
      stopReason: 'max_tokens',
      failure: null,
      tokens: [
        { name: 'input', count: 41_200 },
        { name: 'output', count: 90 },
      ],
      context: { used: 48_210, size: 200_000, cost: { amount: 0.0421, currency: 'USD' } },
    },
    '3.0 s',
  );
  expect(end.title).toBe('Turn ended: max tokens');
  expect(end.facts).toEqual(['3.0 s', '41k input, 90 output', '48k of 200k tokens in context', '0.0421 USD']);
});

test.each([
  [{ what: 'mode', by: 'client', values: [{ name: 'code', value: '' }] }, 'Mode set to code'],
  [{ what: 'mode', by: 'agent', values: [{ name: 'code', value: '' }] }, 'Mode is now code'],
  [{ what: 'config', by: 'client', values: [{ name: 'model', value: 'opus' }] }, 'model set to opus'],
  [{ what: 'title', by: 'agent', values: [{ name: '', value: '' }] }, 'Title cleared'],
  [{ what: 'cancel', by: 'client', values: [] }, 'Cancelled by the client'],
  [{ what: '_vendor', by: 'agent', values: [] }, '_vendor'],
] as const)('%j reads: %s', (change, text) => {
  expect(toChangeRow({ kind: 'change', failure: null, ...change }).text).toBe(text);
});

test('gives the statuses of a plan marks of different shapes, and labels', () => {
  const marks = ['completed', 'in_progress', 'pending', 'cancelled'].map((status) =>
    toPlanMark({ content: '', status, priority: null }),
  );
  expect(new Set(marks.map(({ mark }) => mark)).size).toBe(4);
  expect(marks.map(({ label }) => label)).toEqual(['completed', 'in progress', 'pending', 'cancelled']);
});

test('does not show a refused change as done', () => {
  const failure = { seq: 8, code: -32602, message: 'no' };
  const mode = { what: 'mode', by: 'client', values: [{ name: 'plan', value: '' }] } as const;
  const login = { what: 'login', by: 'client', values: [{ name: 'key', value: '' }] } as const;
  const option = { what: 'config', by: 'client', values: [{ name: 'effort', value: 'high' }] } as const;
  expect([mode, login, option].map((each) => toChangeRow({ kind: 'change', failure, ...each }).text)).toEqual([
    'Mode not set to plan',
    'Login with key failed',
    'effort not set to high',
  ]);
  const session = { kind: 'session', id: 's', cwd: null, mode: null, model: null, mcpServers: [], failure } as const;
  const titles = ['session/new', 'session/load', 'session/resume', 'session/fork'].map((method) =>
    toSessionRow({ ...session, method }),
  );
  expect(titles.map(({ title, tone }) => [title, tone])).toEqual([
    ['No new session', 'bad'],
    ['Session not loaded', 'bad'],
    ['Session not resumed', 'bad'],
    ['Session not forked', 'bad'],
  ]);
});

test('shows only known facts of a session', () => {
  const row = toSessionRow({
    kind: 'session',
    method: 'session/new',
    id: null,
    cwd: '/w',
    mode: null,
    model: null,
    mcpServers: ['a', 'b'],
    failure: null,
  });
  expect(row).toEqual({
    title: 'New session',
    tone: 'quiet',
    facts: [
      { name: 'folder', value: '/w' },
      { name: 'MCP servers', value: 'a, b' },
    ],
  });
});

test.each([
  [{ code: 0, signal: null }, 'exit 0', 'good'],
  [{ code: 3, signal: null }, 'exit 3', 'bad'],
  [{ code: null, signal: 'SIGKILL' }, 'ended by SIGKILL', 'bad'],
  [null, 'running', 'busy'],
] as const)('a terminal with the exit %j: %s', (exit, text, tone) => {
  const terminal = {
    seq: 1,
    id: 't',
    command: null,
    cwd: null,
    output: { text: '', missing: 0 },
    isTruncated: false,
    exit,
    failure: null,
  };
  expect(toExitText(terminal, true)).toEqual({ text, tone });
});

test('shows the requested part of a file and the size of the response', () => {
  const file = { seq: 1, answered: 2, operation: 'read', path: '/a', line: 4, limit: 10, failure: null } as const;
  expect(toFileFacts({ ...file, content: { text: 'abc', missing: 2 } }, false)).toBe(
    'from line 4, 10 lines · 5 characters',
  );
  expect(toFileFacts({ ...file, answered: null, line: null, limit: null, content: null }, true)).toBe('waiting');
});

test('shows the output of a command as lines, unless it is markdown', () => {
  expect([isOutput('a\nb', 'execute'), isOutput('```\na\n```', 'execute'), isOutput('a', 'read')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('recognises added and removed lines of a patch by their first character', () => {
  expect(toPatchLines('--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n z\n').map(({ kind }) => kind)).toEqual([
    'none',
    'none',
    'none',
    'removed',
    'added',
    'same',
  ]);
});

describe('the end of a long output', () => {
  const output = Array.from({ length: 100 }, (_, index) => `line ${index}`);

  test('is its last lines, with the count of hidden ones', () => {
    const { hidden, tail } = lastLines(`${output.join('\n')}\n`);
    expect(hidden).toBe(80);
    expect(tail.split('\n')).toEqual(output.slice(80));
  });

  test('keeps the colour set in the hidden lines', () => {
    expect(lastLines(`\u001b[31m${output.join('\n')}`).tail.startsWith('\u001b[31mline 80\n')).toBe(true);
  });

  test('is the whole output when only a few lines would be hidden', () => {
    expect(lastLines(output.slice(0, 24).join('\n')).hidden).toBe(0);
  });
});
