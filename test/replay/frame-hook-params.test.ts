import { expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { replayAgent } from '../../proxy/replay/as-agent.ts';
import { bytesOf, CLIENT, TURN } from './recorded-turn.ts';

test('frame() gets a response with the params of the request, as the live client wrote them', async () => {
  const asked: unknown[] = [];
  const agent = replayAgent(parseTranscript(TURN), {
    frame(frame) {
      if (frame.kind !== 'response') return undefined;
      asked.push(frame.method === 'session/new' ? frame.params.cwd : frame.params); // typed by its method
      return frame.method === 'session/prompt' && frame.params.sessionId === 's'
        ? frame.withResult({ stopReason: 'refusal' })
        : undefined;
    },
  });
  const received = new Response(agent.readable).text();
  const writer = agent.writable.getWriter();
  const lines = CLIENT.map((line) => line.replace('"text":"go"', '"text":"go on"').replace('/work', '/elsewhere'));
  for (const line of lines) await writer.write(bytesOf(line));
  await writer.close();
  expect(await received).toContain('"refusal"');
  expect(asked).toEqual([
    expect.objectContaining({ protocolVersion: 1 }),
    '/elsewhere',
    { sessionId: 's', prompt: [{ type: 'text', text: 'go on' }] },
  ]);
});
