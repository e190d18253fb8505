import { expect, test } from 'vitest';
import { OPEN, statsOf } from './stats-of.ts';

const PROMPT = 'session/prompt {"sessionId":"s","prompt":[]}';
const answer = (toward: 'agent' | 'client', id: number, body = '"result":{"stopReason":"end_turn"}') =>
  `= injected {"toward":"${toward}","json":{"jsonrpc":"2.0","id":${id},${body}}}`;
const NO = '"error":{"code":-32000,"message":"no"}';

test('a request that acptap answered is not open and has no duration', () => {
  const { methods } = statsOf(`${OPEN}
    @10000 > 2 ${PROMPT}
    @20000 < 5 fs/read_text_file {"sessionId":"s","path":"/a"}
    @21000 < 6 fs/read_text_file {"sessionId":"s","path":"/b"}
    @30000 ${answer('agent', 5, NO)}`);
  const counts = methods.map(({ method, answered, byAcptap, open }) => [method, answered?.count ?? 0, byAcptap, open]);
  expect(counts.slice(-2)).toEqual([
    ['session/prompt', 0, 0, 1],
    ['fs/read_text_file', 0, 1, 1],
  ]);
});

test.each([
  ['"result":{"stopReason":"refusal"}', 'refusal'],
  [NO, 'error'],
])('the turn of a prompt that acptap answered ends with %s', (body, outcome) => {
  const { turns } = statsOf(`${OPEN}
    @10000 > 2 ${PROMPT}
    @30000 ${answer('client', 2, body)}
    @90000 > 3 ${PROMPT}
    @95000 < 3 ok {"stopReason":"end_turn"}`);
  expect(turns).toMatchObject([
    { number: 1, duration: 20_000, outcome, awaited: null },
    { number: 2, duration: 5000, outcome: 'end_turn' },
  ]);
});

test('a second answer of acptap, or one to the other side, changes nothing', () => {
  const { methods, turns } = statsOf(`${OPEN}
    @10000 > 2 ${PROMPT}
    @20000 ${answer('agent', 2)}
    @30000 < 2 ok {"stopReason":"end_turn"}
    @31000 ${answer('client', 2, NO)}`);
  expect(methods[0]).toMatchObject({ method: 'session/prompt', answered: { count: 1 }, byAcptap: 0, open: 0 });
  expect(turns).toMatchObject([{ duration: 20_000, outcome: 'end_turn' }]);
});

test('in version 2, an answer only accepts the prompt: its turn stays open', () => {
  const { turns } = statsOf(`${OPEN.replaceAll('"protocolVersion":1', '"protocolVersion":2')}
    @10000 > 2 ${PROMPT}
    @30000 ${answer('client', 2, '"result":{}')}`);
  expect(turns).toMatchObject([{ duration: null, outcome: null }]);
});
