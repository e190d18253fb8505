import { describe, expect, test } from 'vitest';
import { handshakeAndSession } from '#core/rules/examples/handshake.ts';
import { findingsIn } from '../../judge-transcript.ts';

const BEGIN = handshakeAndSession({ version: 2 });
const prompt = (id: number, text = 'Fix the tests') =>
  `> ${id} session/prompt ${JSON.stringify({ sessionId: 's', prompt: [{ type: 'text', text }] })}`;
const update = (sessionUpdate: string, members: object) =>
  `< session/update ${JSON.stringify({ sessionId: 's', update: { sessionUpdate, ...members } })}`;
const echo = (messageId: string, text = 'Fix the tests') =>
  update('user_message', { messageId, content: [{ type: 'text', text }] });
const chunk = (messageId: string) =>
  update('agent_message_chunk', { messageId, content: { type: 'text', text: 'Looking' } });
const state = (name: string, stopReason?: string) =>
  update('state_update', { state: name, ...(stopReason === undefined ? {} : { stopReason }) });
const accepted = (id: number, messageId: string) => `< ${id} ok {"messageId":"${messageId}"}`;
const CANCEL = '> session/cancel {"sessionId":"s"}';
const EXIT = '= exit {"code":0,"signal":null}';

const of = (...lines: readonly string[]) => findingsIn([BEGIN, ...lines].join('\n'));

test('reports nothing for a prompt with its work', () => {
  expect(
    of(
      prompt(1),
      accepted(1, 'm1'),
      echo('m1'),
      state('running'),
      chunk('m2'),
      update('tool_call_update', { toolCallId: 't', title: 'Run', status: 'in_progress' }),
      update('tool_call_update', { toolCallId: 't', status: 'completed' }),
      state('idle', 'end_turn'),
      EXIT,
    ),
  ).toEqual([]);
});

describe('a prompt during running work', () => {
  test('is allowed, and may be reported after the idle of that work', () => {
    expect(
      of(
        prompt(1),
        accepted(1, 'm1'),
        echo('m1'),
        state('running'),
        prompt(2, 'And the docs'),
        accepted(2, 'm2'),
        state('idle', 'end_turn'),
        echo('m2', 'And the docs'),
        state('running'),
        chunk('m3'),
        state('idle', 'end_turn'),
        EXIT,
      ),
    ).toEqual([]);
  });

  test('is reported as missing at the idle after the next work', () => {
    expect(
      of(
        prompt(1),
        accepted(1, 'm1'),
        echo('m1'),
        state('running'),
        prompt(2, 'And the docs'),
        accepted(2, 'm2'),
        state('idle', 'end_turn'),
        state('running'),
        state('idle', 'end_turn'),
        EXIT,
      ),
    ).toEqual(['prompt/accepted-message-is-reported error agent']);
  });
});

describe('cancelled work', () => {
  const WORK = [prompt(1), accepted(1, 'm1'), echo('m1'), state('running'), chunk('m2')];

  test('that ends correctly has no finding', () => {
    expect(of(...WORK, CANCEL, chunk('m2'), state('idle', 'cancelled'), state('idle', 'cancelled'), EXIT)).toEqual([]);
  });

  test('that fails has one finding', () => {
    expect(of(...WORK, CANCEL, state('idle', 'error'), EXIT)).toEqual(['cancel/work-ends-as-cancelled error agent']);
  });

  test('that continues has one finding, and other messages may belong to background work', () => {
    expect(of(...WORK, CANCEL, state('idle', 'cancelled'), chunk('m2'), chunk('m2'), EXIT)).toEqual([
      'cancel/updates-end-with-the-turn error agent',
    ]);
    expect(of(...WORK, CANCEL, state('idle', 'cancelled'), chunk('m3'), EXIT)).toEqual([]);
  });

  test('need not answer permission requests', () => {
    expect(
      of(
        ...WORK,
        '< 7 session/request_permission {"sessionId":"s","title":"Run?","options":[{"optionId":"yes","name":"Allow","kind":"allow_once"}]}',
        CANCEL,
        '< $/cancel_request {"requestId":7}',
        '> 7 ok {"outcome":{"outcome":"selected","optionId":"yes"}}',
        state('idle', 'cancelled'),
        EXIT,
      ),
    ).toEqual([]);
  });
});

test('reports an agent without a running state once', () => {
  expect(of(prompt(1), accepted(1, 'm1'), echo('m1'), chunk('m2'), state('idle', 'end_turn'), EXIT)).toEqual([
    'prompt/work-begins-with-running error agent',
  ]);
});

test('accepts messages of background work while the session is idle', () => {
  expect(
    of(
      prompt(1),
      accepted(1, 'm1'),
      echo('m1'),
      state('running'),
      update('terminal_update', { terminalId: 'x', command: 'npm start' }),
      update('state_update', {
        state: 'idle',
        stopReason: 'end_turn',
        background: [{ type: 'terminal', terminalId: 'x' }],
      }),
      chunk('m3'),
      update('state_update', { state: 'idle', background: [] }),
      EXIT,
    ),
  ).toEqual([]);
});
