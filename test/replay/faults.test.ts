import { describe, expect, test } from 'vitest';
import { faultKinds } from '#core/intervene/fault.ts';
import { replayAgent } from '../../proxy/replay/as-agent.ts';
import { virtualClock } from '../../proxy/replay/connection/clock.ts';
import { renderReport } from '../../proxy/replay/report/render-report.ts';
import { throughFaults } from '../intervene/faulted-wire.ts';
import { takeTurn } from '../support/sdk-client.ts';
import { waitFor } from '../support/wait-for.ts';
import { faulted, settled } from './faulted-replay.ts';
import { bytesOf, CLIENT, turn } from './recorded-turn.ts';

const [INITIALIZE = '', NEW = '', PROMPT = '', READ = ''] = CLIENT;

const plain = async () => (await faulted({})).got;

describe('faults in a replay', () => {
  test('give the client the same bytes as the wire of run, for the same seed', async () => {
    const faults = [
      'drop 20% where from:agent',
      'corrupt 2 bytes 40% where from:agent',
      'duplicate 2 30% where from:agent',
      'noise "a warning" 30% where from:agent',
      'crlf 50% where from:agent',
      'wrong-id 50% where from:agent kind:response',
    ];
    const frames = (await plain()).map((line) => Buffer.from(line, 'latin1'));
    const outcomes = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const { got } = await faulted({ faults, seed });
      const { read } = await throughFaults(faults, seed, frames);
      expect(got.join('')).toBe(read.toString('latin1'));
      outcomes.add(got.join(''));
    }
    expect(outcomes.size).toBe(20);
  });

  test.each(faultKinds.map(({ example }) => example))('leave alone what they do not match: %s', async (example) => {
    const { agent, got } = await faulted({ faults: [`${example.split(' where ')[0]} where method:_never`] });
    expect(got).toEqual(await plain());
    expect((await agent.finished()).faults).toMatchObject([{ touched: 0 }]);
  });

  test.each([
    [
      'drop where from:agent method:session/prompt',
      CLIENT,
      'the client to continue; ',
      'the answer of the agent with id 2',
    ],
    [
      'drop where from:client method:session/prompt',
      [INITIALIZE, NEW, PROMPT],
      'session/prompt',
      'session/prompt of the client',
    ],
    [
      'noise "x" once where method:session/new from:agent',
      [INITIALIZE, NEW],
      'session/prompt',
      'the answer of the agent with id 1',
    ],
    [
      'delay 1h where from:agent method:session/new',
      [INITIALIZE, NEW],
      'a frame that a fault delays; ',
      'the answer of the agent with id 1',
    ],
  ])('are named beside what the replay waits for: %s', async (fault, lines, wait, frame) => {
    const words = (await faulted({ faults: [fault] }, lines)).agent.waitingFor();
    expect(words).toContain(wait);
    expect(words?.endsWith(`; the fault ${JSON.stringify(fault).replaceAll('\\"', '"')} acted on ${frame}`)).toBe(true);
  });

  test('take the time of the given clock', async () => {
    const clock = virtualClock();
    const faults = ['delay 300ms where from:agent', 'slice 40 every 10ms where from:agent kind:response'];
    const { got } = await faulted({ faults, clock }, [INITIALIZE]);
    const [whole = ''] = await plain();
    expect(got).toEqual([]);
    clock.advance(299);
    await settled();
    expect(got).toEqual([]);
    clock.advance(1);
    await settled();
    expect(got).toEqual([whole.slice(0, 40)]);
    clock.advance(100);
    await settled();
    expect(got.join('')).toBe(whole);
    expect(got.length).toBe(Math.ceil(whole.length / 40));
  });

  test('collect frames into one write', async () => {
    const clock = virtualClock();
    const { got } = await faulted({ faults: ['coalesce 50ms where from:agent'], clock });
    clock.advance(50);
    await settled();
    expect(got).toEqual([(await plain()).join('')]);
  });

  test('end the agent behind a frame, as its process would end', async () => {
    const ends: unknown[] = [];
    const { agent, got, isOver } = await faulted({
      faults: ['kill SIGKILL where method:session/update'],
      onExit: (exit) => ends.push(exit),
    });
    await waitFor('the end of the stream', isOver);
    expect(got).toEqual((await plain()).slice(0, 3));
    expect(ends).toEqual([{ code: null, signal: 'SIGKILL' }]);
    const report = await agent.ended;
    expect(report).toMatchObject({
      seed: 1,
      faults: [{ fault: 'kill SIGKILL where method:session/update', touched: 1 }],
    });
    expect(renderReport(report)).toContain('fault: kill SIGKILL where method:session/update, touched 1 frame (seed 1)');
  });

  test('end the agent behind a request of the client, which it does not answer', async () => {
    const ends: unknown[] = [];
    const { agent, got, isOver } = await faulted({
      faults: ['exit 3 where from:client method:session/new'],
      onExit: (exit) => ends.push(exit),
    });
    await waitFor('the end of the stream', isOver);
    await agent.ended;
    expect(got).toEqual((await plain()).slice(0, 1));
    expect(ends).toEqual([{ code: 3, signal: null }]);
  });

  test('close the stream of the client while the agent runs on', async () => {
    const { agent, got, isOver } = await faulted({ faults: ['close stdout where method:session/update'] });
    await waitFor('the end of the stream', isOver);
    expect(got).toEqual((await plain()).slice(0, 3));
    expect(agent.journal.length).toBe(CLIENT.length);
    expect((await agent.finished()).received).toBe(CLIENT.length);
  });

  test('close the stdin of the agent: it sends its remaining frames, and ends', async () => {
    const { got, isOver } = await faulted({ faults: ['close stdin where from:client method:session/new'] });
    await waitFor('the end of the stream', isOver);
    expect(got).toEqual((await plain()).slice(0, 2));
  });

  test('make the agent hang without an end', async () => {
    const { agent, got, isOver, writer } = await faulted({ faults: ['mute where method:session/update'], timeout: 20 });
    expect(got).toEqual((await plain()).slice(0, 3));
    expect(isOver()).toBe(false);
    await writer.close();
    await waitFor('the end of the stream', isOver);
    await agent.ended;
  });

  test('act on frames of the client: a lost answer keeps the agent waiting', async () => {
    const faults = ['drop where from:client kind:response'];
    const clock = virtualClock();
    const { agent, got } = await faulted({ faults, clock }, [INITIALIZE, NEW, PROMPT, READ]);
    expect(got).toEqual((await plain()).slice(0, 4));
    expect(agent.waitingFor()).toContain('the client to answer fs/read_text_file');
    const finished = agent.finished();
    clock.advance(5000);
    expect(await finished).toMatchObject({
      faults: [{ touched: 1 }],
      waitedFor: 'the client to answer fs/read_text_file (#7)',
    });
  });

  test.each(['drop once', 'truncate once', 'wrong-id once'])(
    'lose the last answer (%s): the replay waits for what the client does then',
    async (fault) => {
      const clock = virtualClock();
      const faults = [`${fault} where method:session/prompt kind:response`];
      const { agent, writer } = await faulted({ faults, clock });
      const finished = agent.finished();
      await settled();
      expect(agent.waitingFor()).toMatch(/^the client to continue; the fault ".*" acted on the answer of the agent/);
      clock.advance(4000);
      await writer.write(bytesOf('> session/cancel {"sessionId":"s"}'));
      clock.advance(4000);
      expect(agent.waitingFor()).toBeDefined();
      clock.advance(4000);
      expect((await finished).journal.at(-1)).toMatchObject({ method: 'session/cancel' });
    },
  );

  test.each([
    ['drop once where method:session/prompt kind:response', 'stop'],
    ['mute where method:session/update', 'stop'],
    ['drop once where method:session/prompt kind:response', 'close'],
  ])(
    'do not free a client that waits for a lost answer when the replay is over (%s), before %s',
    async (fault, way) => {
      const clock = virtualClock();
      const { agent, writer, isOver } = await faulted({ faults: [fault], clock });
      const finished = agent.finished();
      clock.advance(5000);
      await finished.catch(() => {});
      await settled();
      expect(isOver()).toBe(false);
      if (way === 'stop') agent.stop();
      else await writer.close();
      await waitFor('the end of the stream', isOver);
    },
  );

  test.each(['crlf', 'delay 10ms', 'duplicate'])(
    'keep an answer readable (%s): the end comes at once',
    async (fault) => {
      const clock = virtualClock();
      const { agent } = await faulted({ faults: [`${fault} where method:session/prompt kind:response`], clock });
      const finished = agent.finished();
      clock.advance(10);
      await settled();
      expect((await finished).outcome).toBe('complete');
    },
  );

  test('answer a request of the client in place of the agent', async () => {
    const faults = ['answer error -32603 "overloaded" where method:session/prompt kind:request'];
    const agent = replayAgent(turn(), { faults });
    await expect(takeTurn(agent.writable, agent.readable)).rejects.toThrow('overloaded');
    expect((await agent.ended).unused.length).toBeGreaterThan(0);
  });

  test('do not make the client break a rule', async () => {
    const faults = [
      'answer result {} where method:fs/read_text_file',
      'kill SIGTERM where method:session/request_permission',
    ];
    const agent = replayAgent(turn(), { faults, verify: true });
    await expect(takeTurn(agent.writable, agent.readable)).rejects.toThrow('closed');
    expect((await agent.finished()).findings).toEqual([]);
  });

  test('tell their caller of each frame that they touch', async () => {
    const touched: unknown[] = [];
    await faulted({ faults: ['crlf at most 2', 'bom where kind:request'], onFault: (one) => touched.push(one) });
    const by = (fault: string, from: string) => ({ fault, from });
    const bom = (from: string) => by('bom where kind:request', from);
    expect(touched).toEqual([
      by('crlf at most 2', 'client'),
      bom('client'),
      by('crlf at most 2', 'agent'),
      bom('client'),
      bom('client'),
      bom('agent'),
      bom('agent'),
    ]);
  });

  test('are refused with the place of a mistake, before anything is played', () => {
    expect(() => replayAgent(turn(), { faults: ['drop 10% were kind:request'] })).toThrow(
      /"were" is not expected here.*\n {2}drop 10% were kind:request\n {11}\^{4}/,
    );
    expect(() => replayAgent(turn(), { faults: 'drop' as never })).toThrow('"faults", not an array of texts');
    expect(() => replayAgent(turn(), { seed: 1.5 })).toThrow('"seed", not a whole number');
  });
});
