import { expect, test } from 'vitest';
import { faultKinds } from '#core/intervene/fault.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { replayAgent } from '../../proxy/replay/as-agent.ts';
import { virtualClock } from '../../proxy/replay/connection/clock.ts';
import { exampleFaults } from '../../proxy/replay/faults/example-faults.ts';
import { bytesOf, CLIENT, turn } from './recorded-turn.ts';

const everyKind = faultKinds.map(({ kind }) => kind);

test('there is an example of every kind, and each touches a frame of the replay', async () => {
  const examples = exampleFaults(turn());
  expect([...new Set(examples.map(({ kind }) => kind))]).toEqual(everyKind);
  expect(examples.map(({ fault }) => fault)).toContain(
    'drop once where from:agent kind:response method:session/prompt',
  );
  for (const { fault } of examples) {
    const agent = replayAgent(turn(), { faults: [fault], clock: virtualClock() });
    await agent.writable.getWriter().write(bytesOf(CLIENT.join('\n')));
    agent.stop();
    const { faults } = await agent.ended;
    expect(faults).toEqual([{ fault, touched: expect.any(Number) as number }]);
    expect({ fault, isTouched: faults?.some(({ touched }) => touched > 0) }).toEqual({ fault, isTouched: true });
  }
});

test('examples fit a recording without a turn, and kinds that cannot are left out', () => {
  const examples = exampleFaults(parseTranscript('> 0 initialize {"protocolVersion":1}\n< 0 ok {"protocolVersion":1}'));
  expect([...new Set(examples.map(({ kind }) => kind))]).toEqual(everyKind.filter((kind) => kind !== 'unknown-update'));
  expect(examples).toContainEqual({ kind: 'drop', fault: 'drop once where from:agent kind:response' });
  expect(examples).toContainEqual({ kind: 'kill', fault: 'kill SIGKILL where from:agent' });
  expect(exampleFaults([])).toEqual([]);
});
