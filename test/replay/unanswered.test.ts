import { describe, expect, test } from 'vitest';
import { converse } from './player-conversation.ts';
import { CLIENT, TURN } from './recorded-turn.ts';

const [INITIALIZE = '', NEW = '', PROMPT = '', READ = '', ALLOW = ''] = CLIENT;

/** The error that the client receives for the request with this id. */
function errorOf(lines: readonly string[], id: string): { code: number; message: string; data: unknown } | undefined {
  const found = lines.find((line) => line.startsWith(`< ${id} error `));
  return found === undefined ? undefined : JSON.parse(found.slice(found.indexOf('{')));
}

describe('a request without a recorded answer', () => {
  const cut = TURN.slice(0, TURN.lastIndexOf('\n'));

  test('gets an error as soon as nothing is left to play before it', () => {
    const live = [INITIALIZE, NEW, PROMPT, READ, ALLOW].join('\n');
    const { lines, report, text } = converse(cut, live);
    expect(lines.at(-1)).toMatch(/^< 2 error /);
    expect(errorOf(lines, '2')).toMatchObject({
      code: -32603,
      message: 'acptap replay: the recording ends before its answer to session/prompt (#4)',
      data: { acptap: { seq: 4 } },
    });
    expect(report).toMatchObject({ outcome: 'incomplete', unused: [], divergences: [] });
    expect(text).toContain('note: the recording ends before its answer to session/prompt (#4)');
  });

  test('gets no error while the recording continues after an answer of the client', () => {
    const live = [INITIALIZE, NEW, PROMPT, READ].join('\n');
    expect(errorOf(converse(cut, live).lines, '2')).toBeUndefined();
  });

  test('waits for the client’s answer to the last request, even if it was not recorded', () => {
    const atTheDialog = cut.slice(0, cut.lastIndexOf('\n'));
    const asked = converse(atTheDialog, [INITIALIZE, NEW, PROMPT, READ].join('\n'));
    expect(errorOf(asked.lines, '2')).toBeUndefined();
    expect(asked.report.outcome).toBe('incomplete');
    const answered = converse(atTheDialog, [INITIALIZE, NEW, PROMPT, READ, ALLOW].join('\n'));
    expect(errorOf(answered.lines, '2')?.code).toBe(-32603);
  });

  test('waits for the cancel that the recorded client sent', () => {
    const recording = `
      > 1 session/prompt {"sessionId":"s","prompt":[]}
      < session/update {"sessionId":"s","update":{}}
      > session/cancel {"sessionId":"s"}`;
    const prompt = '> 1 session/prompt {"sessionId":"s","prompt":[]}';
    expect(errorOf(converse(recording, prompt).lines, '1')).toBeUndefined();
    const { lines } = converse(recording, `${prompt}\n> session/cancel {"sessionId":"s"}`);
    expect(errorOf(lines, '1')?.code).toBe(-32603);
  });

  test('keeps its id until the error', () => {
    const recording = '> 1 _a\n> 2 _b\n< 2 ok {}';
    const { text } = converse(recording, '> 1 _a\n> 1 _b');
    expect(text).toContain('the client sent _b with the id 1, under which its _a still waits for an answer');
  });
});

describe('a replay that ends on a difference', () => {
  const prompted = [INITIALIZE, NEW, PROMPT];
  test.each([
    ['another choice', [...prompted, READ, ALLOW.replace('"optionId":"allow"', '"optionId":"reject"')], {}],
    ['an error for a result', [...prompted, '> 0 error {"code":-32603,"message":"no such file"}'], {}],
    ['a missing capability', [INITIALIZE.replace('{"readTextFile":true}', '{}'), NEW, PROMPT], {}],
    ['a missing answer', [...prompted, 'wait 5000'], {}],
    ['a response without a request', [...prompted, '> 7 ok {}'], {}],
    ['another request', [...prompted, '> 3 session/list {}'], {}],
    ['garbage', [...prompted, '> | garbage'], {}],
    ['a missing choice', [...prompted, READ, 'wait 700'], { idleTimeout: 700 }],
  ])('by %s answers every open request', (_what, live, options) => {
    const { lines, report } = converse(TURN, live.join('\n'), options);
    const [divergence] = report.divergences;
    expect(errorOf(lines, '2')).toEqual({
      code: -32603,
      message: `acptap replay: ${divergence?.message}`,
      data: { acptap: divergence },
    });
  });
});

describe('a client that closes', () => {
  const slow = `
    @0 > 1 _a
    @0 < 1 ok {}
    @0 > 2 _b
    @1000000 < 2 ok {}
    @900000000 < _late`;

  test('gets nothing more and ends the replay', () => {
    const { lines, text } = converse(slow, '> 1 _a\n> 2 _b\nwait 10\neof\nwait 2000000', {
      speed: 'recorded',
      timed: true,
    });
    expect(lines).toEqual(['> 1 _a', '0 < 1 ok {}', '> 2 _b']);
    expect(text).toContain('note: the answer to _b (#2) was not sent: the client closed before it');
  });

  test('ends at once, and the report names the unplayed frame', () => {
    const { lines, report } = converse(slow, '> 1 _a\n> 2 _b\nwait 1000\neof', { speed: 'recorded' });
    expect(lines).toHaveLength(4);
    expect(report).toMatchObject({ outcome: 'incomplete', unplayed: [{ seq: 4, message: '_late' }] });
  });

  test('gets the answers to all its requests without the settle time', () => {
    const piped = TURN.split('\n')
      .filter((line) => !/fs\/read|request_perm|> [01] ok/.test(line))
      .join('\n');
    const live = [INITIALIZE, NEW, PROMPT, 'eof'].join('\n');
    const { lines, report } = converse(piped, live, { settleAfterNew: 100, timed: true });
    expect(lines.at(-1)).toBe('0 < 2 ok {"stopReason":"end_turn"}');
    expect(report).toMatchObject({ outcome: 'complete', played: 4 });
  });
});
