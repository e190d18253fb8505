import { describe, expect, test } from 'vitest';
import { MAX_TURNS } from '#core/model/stats.ts';
import { OPEN, statsOf, update } from './stats-of.ts';

describe('a turn', () => {
  const { turns, firstChunk, tools, turnCount } = statsOf(`${OPEN}
    @10000 > 2 session/prompt {"sessionId":"s","prompt":[]}
    @30000 < ${update('"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"a"}')}
    @31000 < ${update('"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"b"}')}
    @40000 < ${update('"sessionUpdate":"tool_call","toolCallId":"t","title":"Edit","kind":"edit","status":"pending"')}
    @50000 < 0 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[]}
    @90000 > 0 ok {"outcome":{"outcome":"selected","optionId":"y"}}
    @91000 < 1 fs/write_text_file {"sessionId":"s","path":"/a/b","content":""}
    @93000 > 1 ok {}
    @95000 < ${update('"sessionUpdate":"tool_call_update","toolCallId":"t","status":"completed"')}
    @110000 < 2 ok {"stopReason":"end_turn","usage":{"totalTokens":12,"inputTokens":9,"outputTokens":3}}
  `);

  test('is measured from the prompt to its response, with the split of its time', () => {
    expect(turnCount).toBe(1);
    expect(turns).toMatchObject([
      { number: 1, session: 's', seq: 4, t: 10_000, duration: 100_000, outcome: 'end_turn', chunks: 2, toolCalls: 1 },
    ]);
    expect(turns[0]?.share).toEqual({ human: 40_000, client: 2000, agent: 58_000, acptap: 0 });
  });

  test('has its first chunk when the agent first sends text', () => {
    expect(turns[0]?.firstChunk).toBe(20_000);
    expect(firstChunk).toMatchObject({ count: 1, p50: 20_000, max: 20_000, slowest: 5 });
  });

  test('has the tokens that its response reports', () => {
    expect(turns[0]?.tokens).toMatchObject({ total: 12, input: 9, output: 3, thought: null, source: 'usage' });
  });

  test('shows how long its tool calls took', () => {
    expect(tools).toEqual([
      {
        kind: 'edit',
        ended: {
          count: 1,
          total: 55_000,
          p50: 55_000,
          p95: 55_000,
          max: 55_000,
          slowest: 7,
          spread: [{ upTo: 100_000, count: 1 }],
        },
        failed: 0,
        firstFailed: null,
        open: 0,
        firstOpen: null,
        share: { human: 40_000, client: 2000, agent: 13_000, acptap: 0 },
      },
    ]);
  });

  test('that is still open has no duration', () => {
    const live = statsOf(`${OPEN}\n@10000 > 2 session/prompt {"sessionId":"s","prompt":[]}`);
    expect(live.turns).toMatchObject([{ number: 1, duration: null, outcome: null, firstChunk: null }]);
  });
});

describe('methods', () => {
  test('are counted by the side that asks, with errors and open requests', () => {
    const { methods } = statsOf(`
      @0 > 1 _ext {}
      @10 < 1 error {"code":-32601,"message":"no"}
      @20 > 2 _ext {}
      @50 < 2 ok {}
      @60 < 1 _ext {}
    `);
    expect(methods).toEqual([
      {
        method: '_ext',
        from: 'client',
        answered: {
          count: 2,
          total: 40,
          p50: 10,
          p95: 30,
          max: 30,
          slowest: 2,
          spread: [
            { upTo: 10, count: 1 },
            { upTo: 50, count: 1 },
          ],
        },
        errors: 1,
        byAcptap: 0,
        open: 0,
      },
      { method: '_ext', from: 'agent', answered: null, errors: 0, byAcptap: 0, open: 1 },
    ]);
  });
});

describe('usage', () => {
  test('is the latest that a session reported', () => {
    const { usage } = statsOf(`${OPEN}
      < ${update('"sessionUpdate":"usage_update","used":10,"size":100')}
      < ${update('"sessionUpdate":"usage_update","used":20,"size":100,"cost":{"amount":0.5,"currency":"USD"}')}
    `);
    expect(usage).toEqual([
      {
        session: 's',
        tokens: null,
        lastTurn: null,
        context: { used: 20, size: 100 },
        cost: { amount: 0.5, currency: 'USD' },
        seq: 5,
      },
    ]);
  });

  test('with invalid counts is ignored', () => {
    const { usage } = statsOf(`${OPEN}\n< ${update('"sessionUpdate":"usage_update","used":"10","size":-1')}`);
    expect(usage).toMatchObject([{ context: null, cost: null }]);
  });

  test('of cost is split over turns: each has what it added to its session, a lower cost began anew', () => {
    const cost = (amount: number, currency = 'USD') =>
      `< ${update(`"sessionUpdate":"usage_update","used":1,"size":9,"cost":{"amount":${amount},"currency":"${currency}"}`)}`;
    const turn = (id: number, reports: readonly string[]) =>
      `\n> ${id} session/prompt {"sessionId":"s","prompt":[]}\n${reports.join('\n')}\n< ${id} ok {"stopReason":"end_turn"}`;
    const { turns } = statsOf(
      OPEN +
        turn(2, [cost(0.25), cost(0.5)]) +
        turn(3, []) +
        turn(4, [cost(0.75)]) +
        turn(5, [cost(0.25)]) +
        turn(6, [cost(1, 'EUR')]),
    );
    expect(turns.map(({ cost: added }) => added && `${added.amount} ${added.currency}`)).toEqual([
      '0.5 USD',
      null,
      '0.25 USD',
      '0.25 USD',
      '1 EUR',
    ]);
  });

  test('of cost before the first turn of a loaded session is in no turn', () => {
    const cost = (amount: number) =>
      `< ${update(`"sessionUpdate":"usage_update","used":1,"size":9,"cost":{"amount":${amount},"currency":"USD"}`)}`;
    const { turns } = statsOf(`${OPEN}
      ${cost(5)}
      > 2 session/prompt {"sessionId":"s","prompt":[]}
      ${cost(5.5)}
      < 2 ok {"stopReason":"end_turn"}
    `);
    expect(turns[0]?.cost).toEqual({ amount: 0.5, currency: 'USD' });
  });

  test('in a private form is read too, and marked as such', () => {
    const { turns } = statsOf(`${OPEN}
      > 2 session/prompt {"sessionId":"s","prompt":[]}
      < 2 ok {"stopReason":"end_turn","_meta":{"quota":{"token_count":{"input_tokens":7,"output_tokens":2}}}}
    `);
    expect(turns[0]?.tokens).toMatchObject({ total: 9, input: 7, output: 2, source: 'quota' });
  });
});

describe('tokens', () => {
  const usageOf = ([total, input, output]: readonly [number, number, number]) =>
    `"usage":{"totalTokens":${total},"inputTokens":${input},"outputTokens":${output}}`;
  const answer = (id: number, usage: string) => `
    > ${id} session/prompt {"sessionId":"s","prompt":[]}
    < ${id} ok {"stopReason":"end_turn",${usage}}`;
  const reported = (...counts: readonly (readonly [number, number, number])[]) =>
    statsOf(OPEN + counts.map((count, index) => answer(index + 2, usageOf(count))).join(''));
  const totals = ({ turns, usage, tokenReading }: ReturnType<typeof statsOf>) => ({
    turns: turns.map(({ tokens }) => tokens?.total),
    lastTurn: usage[0]?.lastTurn?.total,
    all: usage[0]?.tokens?.total,
    reading: tokenReading,
  });

  test('of each turn are summed up if a count fell', () => {
    expect(totals(reported([10, 9, 1], [30, 28, 2], [20, 19, 1]))).toEqual({
      turns: [10, 30, 20],
      lastTurn: 20,
      all: 60,
      reading: { counts: 'turn', because: 'fell', seq: 9 },
    });
  });

  test('count each turn after any count that fell', () => {
    expect(totals(reported([10, 5, 5], [12, 10, 2]))).toMatchObject({ turns: [10, 12], all: 22 });
  });

  test('of the session so far are split by turn if no count fell', () => {
    expect(totals(reported([10, 9, 1], [30, 28, 2], [35, 32, 3]))).toEqual({
      turns: [10, 20, 5],
      lastTurn: 5,
      all: 35,
      reading: { counts: 'session', because: 'schema' },
    });
  });

  test('of a single turn need no reading', () => {
    expect(totals(reported([10, 9, 1]))).toEqual({ turns: [10], lastTurn: 10, all: 10, reading: null });
  });

  test('in a private form count turns', () => {
    const quota = (count: number) => `"_meta":{"quota":{"token_count":{"input_tokens":${count},"output_tokens":1}}}`;
    expect(totals(statsOf(OPEN + answer(2, quota(4)) + answer(3, quota(7))))).toEqual({
      turns: [5, 8],
      lastTurn: 8,
      all: 13,
      reading: { counts: 'turn', because: 'quota' },
    });
  });

  test('of version 2 count turns', () => {
    const turn = (id: number, usage: string) => `
      > ${id} session/prompt {"sessionId":"s","prompt":[]}
      < ${id} ok {}
      < session/update {"sessionId":"s","update":{"sessionUpdate":"state_update","state":"running"}}
      < session/update {"sessionId":"s","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn",${usage}}}`;
    const open = OPEN.replaceAll('"protocolVersion":1', '"protocolVersion":2');
    expect(totals(statsOf(open + turn(2, usageOf([10, 9, 1])) + turn(3, usageOf([30, 28, 2]))))).toEqual({
      turns: [10, 30],
      lastTurn: 30,
      all: 40,
      reading: { counts: 'turn', because: 'state' },
    });
  });
});

describe('silence', () => {
  test('of a second or longer is a gap, with the oldest open request', () => {
    const { gaps, silence, duration } = statsOf(`${OPEN}
      @4005000 > 2 session/prompt {"sessionId":"s","prompt":[]}
      @5004999 < ${update('"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"a"}')}
      @9000000 < 2 ok {"stopReason":"end_turn"}
    `);
    expect(gaps).toEqual([
      { after: 3, before: 4, t: 5000, duration: 4_000_000, acptap: 0, waitingFor: null },
      {
        after: 5,
        before: 6,
        t: 5_004_999,
        duration: 3_995_001,
        acptap: 0,
        waitingFor: { seq: 4, method: 'session/prompt', side: 'agent' },
      },
    ]);
    expect(silence).toBe(7_995_001);
    expect(duration).toBe(9_000_000);
  });
});

test('a silence while a person is asked is not the agent’s, although it owes a response too', () => {
  const { gaps } = statsOf(`${OPEN}
    @10000 > 2 session/prompt {"sessionId":"s","prompt":[]}
    @20000 < 0 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[]}
    @4020000 > 0 ok {"outcome":{"outcome":"cancelled"}}
  `);
  expect(gaps).toMatchObject([
    { duration: 4_000_000, waitingFor: { seq: 5, method: 'session/request_permission', side: 'client' } },
  ]);
});

test('lists the longest of very many turns and the open ones, and counts the time of all', () => {
  const count = 2 * MAX_TURNS + 10;
  const lengthOf = (turn: number) => (turn % 2 === 0 ? 200 : 100) + (turn === count - 1 ? 5000 : 0);
  let now = 10_000;
  const lines = Array.from({ length: count }, (_, turn) => {
    const begun = `@${now} > ${turn + 2} session/prompt {"sessionId":"s","prompt":[]}`;
    now += lengthOf(turn);
    return `${begun}\n@${now} < ${turn + 2} ok {"stopReason":"end_turn"}`;
  });
  const open = `@${now} > 9999 session/prompt {"sessionId":"s","prompt":[]}`;
  const { turns, turnCount, turnTime } = statsOf([OPEN, ...lines, open].join('\n'));
  expect([turns.length, turnCount, turnTime.agent]).toEqual([MAX_TURNS, count + 1, now - 10_000]);
  expect(turns.slice(-2).map(({ number, duration }) => [number, duration])).toEqual([
    [count, 5100],
    [count + 1, null],
  ]);
  expect(turns.slice(0, -2).every(({ duration }) => duration === 200)).toBe(true);
  expect(turns.map(({ number }) => number)).toEqual(turns.map(({ number }) => number).toSorted((a, b) => a - b));
});

test('counts traffic in frames and bytes, with the largest', () => {
  const { traffic } = statsOf('> _a {}\n< _b {"long":"xxxxxxxxxxxxxxxxxxxx"}\n< _b {}\n! hot');
  expect(traffic).toMatchObject([
    { from: 'client', entries: 1, largest: { seq: 0 } },
    { from: 'agent', entries: 2, largest: { seq: 1 } },
    { from: 'stderr', entries: 1, bytes: 4, largest: { bytes: 4, seq: 3 } },
  ]);
});
