import { describe, expect, test } from 'vitest';
import { renderReport } from '../../proxy/replay/report/render-report.ts';
import { faulted } from './faulted-replay.ts';
import { CLIENT } from './recorded-turn.ts';

const [INITIALIZE = '', NEW = '', PROMPT = ''] = CLIENT;
const ASKS = 'method:session/request_permission';

describe('faults in a replay', () => {
  test.each([
    [`answer error 7 "no" where ${ASKS}`, ` answered session/request_permission with error 7 no, the recording has `],
    [
      `answer result {"outcome":{"outcome":"cancelled"}} where ${ASKS}`,
      ' answered session/request_permission with can',
    ],
    [`duplicate 1 where from:client ${ASKS}`, ' answered request '],
    [`wrong-id where from:client ${ASKS}`, ' answered request '],
    ['duplicate 1 where from:client method:session/new', ' sent session/new "/work"'],
    ['duplicate 1 where from:client method:session/new', ' sent session/new "/work"', 'slice 9 where from:client'],
    ['noise "x" where from:client method:session/new', ' sent a line that is not a JSON-RPC message '],
    ['truncate where from:client method:session/new', ' sent a line that is not a JSON-RPC message '],
    [`corrupt 9 bytes where from:client ${ASKS}`, ' sent a line that is not a JSON-RPC message '],
  ])('are named as the sender of what they write and change: %s', async (fault, words, ...others) => {
    const lines = fault.startsWith('answer') ? CLIENT.slice(0, -1) : CLIENT; // it is not asked
    const { agent } = await faulted({ faults: [fault, ...others], onDivergence: 'fail' }, lines);
    agent.stop();
    const report = await agent.ended;
    expect(report.divergences).toMatchObject([{ message: expect.stringContaining(`the fault "${fault}"${words}`) }]);
    expect(renderReport(report)).not.toMatch(/the client (?:sent|answered)/);
  });

  test('are not named as the sender of what they only delay, or left alone', async () => {
    const faults = ['slice 9 where from:client', 'delay 0ms', `duplicate 1 where ${ASKS} from:agent`];
    const lines = [INITIALIZE, NEW, PROMPT, '> 7 session/list {}'];
    const { agent } = await faulted({ faults, onDivergence: 'fail' }, lines);
    expect((await agent.ended).divergences).toMatchObject([
      { message: expect.stringContaining('the client sent session/list') },
    ]);
  });

  test('are named first when the replay waits in vain', async () => {
    const { agent } = await faulted({ faults: ['drop where from:client method:session/prompt'] }, [
      INITIALIZE,
      NEW,
      PROMPT,
    ]);
    const acted = 'the fault "drop where from:client method:session/prompt" acted on session/prompt of the client; ';
    agent.stop();
    const text = renderReport(await agent.ended);
    expect(text.startsWith(`${acted}the replay is incomplete: it waited for the client to send session/prompt`)).toBe(
      true,
    );
    const limited = await faulted({ faults: ['drop where from:client method:session/prompt'], timeout: 10 }, [
      INITIALIZE,
      NEW,
      PROMPT,
    ]);
    await limited.agent.finished();
    expect(renderReport(await limited.agent.ended).startsWith(`${acted}waited 10 ms for the client to send`)).toBe(
      true,
    );
  });
});
