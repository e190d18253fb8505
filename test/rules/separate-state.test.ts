import { describe, expect, test } from 'vitest';
import { handshakeAndSession } from '#core/rules/examples/handshake.ts';
import { findingsIn } from '../judge-transcript.ts';

const OTHER = '> 90 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 90 ok {"sessionId":"other"}';
const VERSION_2 = `${handshakeAndSession({ version: 2 })}\n${OTHER}`;

/** The findings of one rule: grade and side. */
const of = (rule: string, ...lines: readonly string[]) =>
  findingsIn(lines.join('\n')).flatMap((line) => (line.startsWith(`${rule} `) ? line.slice(rule.length + 1) : []));

const prompt = (id: number, session: string) =>
  `> ${id} session/prompt {"sessionId":"${session}","prompt":[{"type":"text","text":"go"}]}`;

describe('prompt/one-turn-at-a-time', () => {
  const rule = 'prompt/one-turn-at-a-time';

  test('allows a turn in each of two sessions, and reports a second one in either', () => {
    expect(of(rule, OTHER, prompt(1, 's'), prompt(2, 'other'))).toEqual([]);
    expect(of(rule, OTHER, prompt(1, 's'), prompt(2, 'other'), prompt(3, 's'))).toEqual(['warning client']);
    expect(of(rule, OTHER, prompt(1, 's'), prompt(2, 'other'), prompt(3, 'other'))).toEqual(['warning client']);
  });

  test('ends the turn only of the session whose prompt was answered', () => {
    const ended = '< 2 ok {"stopReason":"end_turn"}';
    expect(of(rule, OTHER, prompt(1, 's'), prompt(2, 'other'), ended, prompt(3, 's'))).toEqual(['warning client']);
  });

  test('allows the next prompt after an error', () => {
    expect(of(rule, prompt(1, 's'), '< 1 error {"code":-32603,"message":"no"}', prompt(2, 's'))).toEqual([]);
  });
});

describe('terminal/exit-status-stays', () => {
  const rule = 'terminal/exit-status-stays';
  const create = (id: number, session: string) =>
    `< ${id} terminal/create {"sessionId":"${session}","command":"npm"}\n> ${id} ok {"terminalId":"t"}`;
  const exit = (id: number, session: string, code: number) =>
    `< ${id} terminal/wait_for_exit {"sessionId":"${session}","terminalId":"t"}\n> ${id} ok {"exitCode":${code}}`;
  const both = [OTHER, create(1, 's'), create(2, 'other')];

  test('distinguishes terminals with one id in two sessions', () => {
    expect(of(rule, ...both, exit(3, 's', 0), exit(4, 'other', 1))).toEqual([]);
    expect(of(rule, ...both, exit(3, 's', 0), exit(4, 'other', 1), exit(5, 's', 1))).toEqual(['warning client']);
    expect(of(rule, ...both, exit(3, 's', 0), exit(4, 'other', 1), exit(5, 'other', 0))).toEqual(['warning client']);
  });
});

describe('terminal/not-used-after-release', () => {
  const rule = 'terminal/not-used-after-release';
  const create = (id: number, session: string) =>
    `< ${id} terminal/create {"sessionId":"${session}","command":"npm"}\n> ${id} ok {"terminalId":"t"}`;
  const release = (id: number, session: string) =>
    `< ${id} terminal/release {"sessionId":"${session}","terminalId":"t"}\n> ${id} ok {}`;
  const show = (session: string) =>
    `< session/update {"sessionId":"${session}","update":{"sessionUpdate":"tool_call","toolCallId":"c","title":"npm test","content":[{"type":"terminal","terminalId":"t"}]}}`;
  const both = [OTHER, create(1, 's'), create(2, 'other')];

  test('distinguishes a shown terminal from one with its id in another session', () => {
    expect(of(rule, ...both, show('other'), release(3, 's'), release(4, 'other'), show('other'))).toEqual([]);
    expect(of(rule, ...both, show('other'), release(3, 's'), release(4, 'other'), show('s'))).toEqual(['error agent']);
    expect(of(rule, ...both, release(3, 's'), show('other'))).toEqual([]);
  });
});

describe('jsonrpc/response-comes-once', () => {
  const rule = 'jsonrpc/response-comes-once';

  test.each([
    ['client', '>', '<'],
    ['agent', '<', '>'],
  ])(
    'allows two responses to two open requests of the %s with one id, and reports the third',
    (_side, asks, answers) => {
      const twice = [`${asks} 1 _a {}`, `${asks} 1 _b {}`, `${answers} 1 ok {}`, `${answers} 1 ok {}`];
      expect(of(rule, ...twice)).toEqual([]);
      const third = asks === '>' ? ['error agent'] : ['error client'];
      expect(of(rule, ...twice, `${answers} 1 ok {}`)).toEqual(third);
    },
  );
});

describe('session/is-silent-once-closed', () => {
  const rule = 'session/is-silent-once-closed';
  const close = (id: number, session: string) => `> ${id} session/close {"sessionId":"${session}"}\n< ${id} ok {}`;
  const idle = (session: string) =>
    `< session/update {"sessionId":"${session}","update":{"sessionUpdate":"state_update","state":"idle"}}`;
  const resume = '> 5 session/resume {"sessionId":"s","cwd":"/home/me/app"}\n< 5 ok {}';

  test('reports each closed session once, and again after it was opened again', () => {
    const closed = [VERSION_2, close(1, 's'), idle('s'), idle('s'), idle('other')];
    expect(of(rule, ...closed)).toEqual(['error agent']);
    expect(of(rule, ...closed, close(2, 'other'), idle('other'))).toHaveLength(2);
    expect(of(rule, ...closed, resume, idle('s'), close(6, 's'), idle('s'))).toHaveLength(2);
  });
});

describe('session/list-cursor-was-issued', () => {
  const rule = 'session/list-cursor-was-issued';
  const next = '> 2 session/list {"cursor":"p"}';

  test('accepts a cursor from the agent only, not one that the client itself gave', () => {
    const page = '{"sessions":[],"nextCursor":"p"}';
    expect(of(rule, '> 1 session/list {}', `< 1 ok ${page}`, next)).toEqual([]);
    expect(of(rule, '< 1 session/list {}', `> 1 ok ${page}`, next)).toEqual(['warning client']);
  });
});
