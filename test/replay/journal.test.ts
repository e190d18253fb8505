import { describe, expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { replayAgent } from '../../proxy/replay/as-agent.ts';
import type { ReplayOptions } from '../../proxy/replay/replayed-agent.ts';
import { virtualClock } from '../../proxy/replay/connection/clock.ts';
import { bytesOf, CLIENT, TURN } from './recorded-turn.ts';

const [INITIALIZE = '', NEW = '', PROMPT = '', READ = '', ALLOW = ''] = CLIENT;

/** A replay of the turn after the client has sent these lines. */
async function played(lines: readonly string[], options: ReplayOptions = {}, recordings = [TURN]) {
  const all = recordings.map((recording, index) => ({ id: `${index}`, entries: parseTranscript(recording) }));
  const agent = replayAgent(all, options);
  const writer = agent.writable.getWriter();
  for (const line of lines) await writer.write(bytesOf(line)).catch(() => {});
  return agent;
}

describe('the journal of a replay', () => {
  test('lists each message of the client with the entry it was matched with', async () => {
    const { journal } = await played(CLIENT);
    expect(journal.map(({ index, kind, method, id, matched }) => [index, kind, method, id, matched])).toEqual([
      [0, 'request', 'initialize', 0, 0],
      [1, 'request', 'session/new', 1, 2],
      [2, 'request', 'session/prompt', 2, 4],
      [3, 'response', 'fs/read_text_file', 0, 7],
      [4, 'response', 'session/request_permission', 1, 9],
    ]);
    expect(journal[1]?.params).toEqual({ cwd: '/work', mcpServers: [] });
    expect(journal[3]?.result).toEqual({ content: 'text' });
  });

  test('is part of the report of a finished replay', async () => {
    const agent = await played(CLIENT);
    expect((await agent.finished()).journal).toEqual(agent.journal);
    expect(agent.journal).toHaveLength(5);
  });

  test('has null for unrecorded messages, and grows while the replay runs', async () => {
    const { journal, writable } = replayAgent(parseTranscript(TURN));
    expect(journal).toEqual([]);
    const writer = writable.getWriter();
    for (const line of [INITIALIZE, '> _seen {"n":1}', '> 9 ok {"stray":true}']) await writer.write(bytesOf(line));
    expect(journal.slice(1)).toEqual([
      {
        index: 1,
        elapsed: expect.any(Number) as number,
        kind: 'notification',
        method: '_seen',
        params: { n: 1 },
        matched: null,
      },
      {
        index: 2,
        elapsed: expect.any(Number) as number,
        kind: 'response',
        method: null,
        id: 9,
        result: { stray: true },
        matched: null,
      },
    ]);
  });

  test('contains diverging messages, lines that are not messages, and ids of any size', async () => {
    const { journal } = await played(['> 9007199254740993 initialize {}', '> | nonsense'], { onDivergence: 'follow' });
    expect(journal).toMatchObject([
      { kind: 'request', id: '9007199254740993', matched: 0 },
      { kind: 'invalid', method: null, text: expect.stringContaining('nonsense') as string, matched: null },
    ]);
    expect((await played(['> 1 session/list {}'])).journal).toMatchObject([{ method: 'session/list', matched: null }]);
  });

  test('has times by the clock of the replay', async () => {
    const clock = virtualClock();
    const agent = replayAgent(parseTranscript(TURN), { clock });
    const writer = agent.writable.getWriter();
    clock.advance(3);
    await writer.write(bytesOf(INITIALIZE));
    clock.advance(1500);
    await writer.write(bytesOf(NEW));
    expect(agent.journal.map(({ elapsed }) => elapsed)).toEqual([3000, 1_503_000]);
  });

  test('has the entries of the recording that took over', async () => {
    const other = TURN.replace('"optionId":"allow"}}', '"optionId":"reject"}}').replace('end_turn', 'refusal');
    const agent = await played([INITIALIZE, NEW, PROMPT, READ, ALLOW.replace('"allow"', '"reject"')], {}, [
      TURN,
      other,
    ]);
    expect(agent.journal.map(({ matched }) => matched)).toEqual([0, 2, 4, 7, 9]);
    agent.stop();
    expect(await agent.ended).toMatchObject({ outcome: 'complete', branch: '1' });
  });

  test('follows exchanged sessions', async () => {
    const open = (id: number, session: string) =>
      `> ${id} session/new {"cwd":"/w","mcpServers":[]}\n< ${id} ok {"sessionId":"${session}"}`;
    const prompt = (id: number, session: string, text: string) =>
      `> ${id} session/prompt {"sessionId":"${session}","prompt":[{"type":"text","text":"${text}"}]}`;
    const answer = (id: number) => `< ${id} ok {"stopReason":"end_turn"}`;
    const recording = [open(1, 'a'), open(2, 'b'), prompt(3, 'a', 'one'), answer(3), prompt(4, 'b', 'two'), answer(4)];
    const client = [1, 2].map((id) => `> ${id} session/new {"cwd":"/w","mcpServers":[]}`);
    const { journal } = await played([...client, prompt(3, 'a', 'two'), prompt(4, 'b', 'one')], {}, [
      recording.join('\n'),
    ]);
    expect(journal.map(({ matched }) => matched)).toEqual([2, 0, 6, 4]);
  });

  test('contains an answer that was held back in case a cancel came', async () => {
    const clock = virtualClock();
    const agent = replayAgent(parseTranscript(TURN), { clock, onDivergence: 'follow' });
    const writer = agent.writable.getWriter();
    const cancelled = ALLOW.replace('{"outcome":"selected","optionId":"allow"}', '{"outcome":"cancelled"}');
    for (const line of [INITIALIZE, NEW, PROMPT, READ, cancelled, '> _more']) await writer.write(bytesOf(line));
    expect(agent.journal.at(4)).toMatchObject({ matched: null });
    clock.advance(1000);
    expect(agent.journal.slice(4)).toMatchObject([{ matched: 9 }, { method: '_more', matched: null }]);
  });
});
