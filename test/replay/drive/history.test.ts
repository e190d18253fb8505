import { describe, expect, test } from 'vitest';
import { play, type PlayOptions } from './play.ts';

const update = (sessionUpdate: string, members: object) =>
  `< session/update ${JSON.stringify({ sessionId: 'old', update: { sessionUpdate, ...members } })}`;
const text = (value: string) => ({ content: { type: 'text', text: value } });
const person = (value: string, messageId?: string) =>
  update('user_message_chunk', { ...text(value), ...(messageId === undefined ? {} : { messageId }) });
const agent = (value: string) => update('agent_message_chunk', text(value));
const call = (title: string, status = 'completed') =>
  update('tool_call', { toolCallId: title, title, kind: 'read', status });

const LOAD = '> 1 session/load {"sessionId":"old","cwd":"/home/me/app","mcpServers":[]}';

/** Compares two loads of a session with this history. The answer follows after as many updates. */
async function loaded(
  then: readonly string[],
  now: readonly string[],
  { answeredAfter = now.length, ...options }: PlayOptions & { readonly answeredAfter?: number } = {},
) {
  const live = [...now.slice(0, answeredAfter), '< 1 ok {}', ...now.slice(answeredAfter), '+3000'];
  const { report } = await play([LOAD, ...then, '< 1 ok {}'].join('\n'), live.join('\n'), options);
  if (!report) throw new Error('the drive has not ended');
  return { ...report, messages: report.differences.map(({ message }) => message) };
}

const THEN = [person('Read /home/me/app/a.ts'), call('Read a.ts'), agent('It says hello.')];
const NOW = [person('Read /live/app/a.ts'), call('Read a.ts'), agent('It says hello.')];

describe('the history of a loaded session', () => {
  test('is equal in another folder, in other pieces, and when it continues after the answer', async () => {
    const pieces = [person('Read '), person('/live/app/a.ts'), call('Read a.ts'), agent('It says '), agent('hello.')];
    expect(await loaded(THEN, pieces, { answeredAfter: 1 })).toMatchObject({ outcome: 'same', textDifferences: [] });
  });

  test('differs when some of it is missing', async () => {
    const { outcome, messages, differences } = await loaded(THEN, NOW.slice(2));
    expect([outcome, messages]).toEqual([
      'different',
      [
        'replayed by session/load: message 1 of the person: expected "Read $cwd/a.ts", got nothing',
        'replayed by session/load: tool call 1: expected read "Read a.ts", got nothing',
      ],
    ]);
    expect(differences).toMatchObject([
      { turn: null, what: 'history', seq: 1, liveSeq: null },
      { turn: null, what: 'history', seq: 2, liveSeq: null },
    ]);
  });

  test('differs when a tool call ends differently', async () => {
    const { messages } = await loaded(THEN, [
      person('Read /live/app/a.ts'),
      call('Read a.ts', 'failed'),
      agent('It says hello.'),
    ]);
    expect(messages).toEqual([
      'replayed by session/load: tool call 1 (read "Read a.ts") status: expected completed, got failed',
    ]);
  });

  test('differs when two messages become one', async () => {
    const two = [person('One', 'm1'), person('Two', 'm2')];
    const { messages } = await loaded(two, [person('OneTwo', 'm1')]);
    expect(messages).toEqual([
      'replayed by session/load: message 1 of the person: expected "One", got "OneTwo"',
      'replayed by session/load: message 2 of the person: expected "Two", got nothing',
    ]);
  });

  test('may have other text of the agent, unless it must be exact', async () => {
    const now = [...NOW.slice(0, 2), agent('It says hi.')];
    const message = 'text replayed by session/load: expected "It says hello.", got "It says hi."';
    expect(await loaded(THEN, now)).toMatchObject({ outcome: 'same', textDifferences: [{ turn: null, message }] });
    expect(await loaded(THEN, now, { text: 'exact' })).toMatchObject({ outcome: 'different', messages: [message] });
  });

  test('ends with the first prompt', async () => {
    const prompt = '> 2 session/prompt {"sessionId":"old","prompt":[]}';
    const end = '< 2 ok {"stopReason":"end_turn"}';
    const recorded = [LOAD, ...THEN, '< 1 ok {}', prompt, call('Later'), end].join('\n');
    const { report } = await play(recorded, [...NOW, '< 1 ok {}', call('Sooner'), end, '+3000'].join('\n'));
    expect(report?.differences).toMatchObject([{ turn: 1, what: 'tool-call' }]);
  });
});
