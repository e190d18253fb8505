import { describe, expect, test } from 'vitest';
import { after, chunk, OPENED, prompt } from './opened.ts';
import { lines, play } from './play.ts';

describe('a recorded message of the client', () => {
  test('is sent after the events that it followed, with the live session and folder', async () => {
    const recorded = `
      ${prompt(2, 'then', 'Look at /home/me/app/a.ts, not at /home/me/apps')}
      < 2 ok {"stopReason":"end_turn"}
      ${prompt(3, 'then', 'Again')}
      < 3 ok {"stopReason":"end_turn"}`;
    const { said, drive, report } = await after(
      recorded,
      `
      ${chunk('now')}
      < 2 ok {"stopReason":"end_turn"}
      < 3 ok {"stopReason":"end_turn"}
      +300`,
    );
    expect(said).toEqual(
      lines(`
      ${prompt(2, 'now', 'Look at /live/app/a.ts, not at /home/me/apps')}
      ${chunk('now')}
      < 2 ok {"stopReason":"end_turn"}
      ${prompt(3, 'now', 'Again')}
      < 3 ok {"stopReason":"end_turn"}
      +300`),
    );
    expect(drive).toMatchObject({ unsent: [], notes: [] });
    expect(report).toMatchObject({ outcome: 'same', differences: [] });
  });

  test('is otherwise sent byte for byte, with big numbers and spacing', async () => {
    const frame = (folder: string) =>
      `{ "id" : 12345678901234567890, "jsonrpc":"2.0", "method":"_x", "params":{"n":1.0, "cwd":"${folder}", "\u0061":"\u00fc"} }`;
    const { written } = await play(`> | ${frame('/a/b').replaceAll('\\', '\\\\')}`, '');
    expect(written).toBe(`${frame('/live/app')}\n`);
  });

  test('is sent in the same batch as recorded', async () => {
    const { said } = await after(
      `
      ${prompt(2, 'then', 'One')}
      > 3 session/list {}
      < 3 ok {"sessions":[]}
      < 2 ok {"stopReason":"end_turn"}`,
      '',
    );
    expect(said).toEqual([prompt(2, 'now', 'One'), '> 3 session/list {}']);
  });

  test('is sent even if it is not a JSON-RPC message', async () => {
    const { said } = await after('\n> | garbage\n< null error {"code":-32700,"message":"Parse error"}', '');
    expect(said).toEqual(['> | garbage']);
  });

  const commands = (session: string) =>
    `< session/update {"sessionId":"${session}","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}`;

  test('waits for as many updates as before, for example the history of a session', async () => {
    const { said } = await after(
      `\n${commands('then')}\n${commands('then')}\n${prompt(2, 'then', 'One')}`,
      `\n+200\n${commands('now')}\n+200\n${commands('now')}`,
    );
    expect(said).toEqual(['+200', commands('now'), '+200', commands('now'), prompt(2, 'now', 'One')]);
  });

  test('does not wait for a silent agent', async () => {
    const { said } = await after(`\n${commands('then')}\n${prompt(2, 'then', 'One')}`, '\n+299\n+1');
    expect(said).toEqual(['+299', '+1', prompt(2, 'now', 'One')]);
  });

  test('does not wait for an answer that was never recorded', async () => {
    const { said } = await after('\n> 2 _a\n> 3 _b\n< 3 ok {}\n> 4 _c', '\n< 3 ok {}');
    expect(said).toEqual(['> 2 _a', '> 3 _b', '< 3 ok {}', '> 4 _c']);
  });

  test('waits in version 2 for the end of the turn, not for the answer to the prompt', async () => {
    const idle = (session: string) =>
      `< session/update {"sessionId":"${session}","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}`;
    const { said } = await play(
      `
      > 0 initialize {"protocolVersion":2}
      < 0 ok {"protocolVersion":2}
      > 1 session/new {"cwd":"/home/me/app"}
      < 1 ok {"sessionId":"then"}
      > 2 session/prompt {"sessionId":"then","prompt":[]}
      < 2 ok {"messageId":"m"}
      ${idle('then')}
      > 3 session/prompt {"sessionId":"then","prompt":[]}`,
      `
      < 0 ok {"protocolVersion":2}
      < 1 ok {"sessionId":"now"}
      < 2 ok {"messageId":"n"}
      +50
      ${idle('now')}`,
    );
    expect(said.slice(-4)).toEqual([
      '< 2 ok {"messageId":"n"}',
      '+50',
      idle('now'),
      '> 3 session/prompt {"sessionId":"now","prompt":[]}',
    ]);
  });

  test('leaves out MCP servers with redacted secrets, with a note', async () => {
    const servers =
      '[{"name":"a","command":"/a","args":[],"env":[{"name":"K","value":"[redacted-1]"}]},{"name":"b","command":"/b","args":[],"env":[]}]';
    const { said, drive } = await play(
      `> 1 session/new {"cwd":"/home/me/app","mcpServers":${servers}}\n< 1 ok {"sessionId":"then"}`,
      '< 1 ok {"sessionId":"now"}\n+300',
    );
    expect(said[0]).toBe(
      '> 1 session/new {"cwd":"/live/app","mcpServers":[{"name":"b","command":"/b","args":[],"env":[]}]}',
    );
    expect(drive?.notes).toEqual([
      'the MCP server "a" was left out of session/new: the recording has only placeholders for its secrets',
    ]);
  });

  test('to a session opened before the recording is sent with a note', async () => {
    const { said, drive } = await play(
      '> 1 session/load {"sessionId":"old","cwd":"/home/me/app"}\n< 1 ok {}',
      '< 1 error {"code":-32002,"message":"Resource not found"}\n+300',
    );
    expect(said[0]).toBe('> 1 session/load {"sessionId":"old","cwd":"/live/app"}');
    expect(drive?.notes).toEqual(['the session "old" is older than the recording: the agent may not know it here']);
  });

  test('is not sent to a session that could not be opened', async () => {
    const { drive, report } = await play(
      `${OPENED}
      ${prompt(2, 'then', 'One')}
      < 2 ok {"stopReason":"end_turn"}`,
      `< 0 ok {"protocolVersion":1}
      < 1 error {"code":-32000,"message":"Authentication required"}
      +300`,
    );
    expect(drive?.unsent).toEqual([{ seq: 4, method: 'session/prompt', why: 'its session could not be opened' }]);
    expect(report?.differences.map(({ message }) => message)).toEqual([
      'answer to session/new: expected a result, got error -32000',
      'session/prompt (#4) was not sent: its session could not be opened',
    ]);
  });
});

describe('a drive that cannot be finished', () => {
  const PROMPTED = `\n${prompt(2, 'then', 'One')}\n< 2 ok {"stopReason":"end_turn"}\n${prompt(3, 'then', 'Two')}\n< 3 ok {"stopReason":"end_turn"}`;

  test('names the missing message, and counts from the agent’s last message', async () => {
    const { drive, report } = await after(PROMPTED, `\n+9000\n${chunk('now')}\n+9999\n+1`);
    const failure = 'waited 10 s for the answer to session/prompt (#4 of the recording), and the agent was silent';
    expect(drive?.failure).toBe(failure);
    expect(report).toMatchObject({ outcome: 'failed', failure });
    expect(drive?.unsent).toEqual([{ seq: 6, method: 'session/prompt', why: 'the drive had ended' }]);
  });

  test('names a last line that is not a message, which may have been the answer', async () => {
    const { drive } = await after(PROMPTED, '\n+9000\n< | {"id":2,"result":{"stopRea\n+10000');
    expect(drive?.failure).toMatch(/, and the agent was silent after a line that is not a message$/);
  });

  test('reports the missing message once in each long silence', async () => {
    const words =
      'the answer to session/prompt (#4 of the recording); the agent has been silent for 5 s, and the drive ends after 10 s of silence';
    const waitsAfter = async (live: string) => (await after(PROMPTED, live)).waits;
    expect(await waitsAfter('\n+4999')).toEqual([]);
    expect(await waitsAfter('\n+4000\nmore\n+4999')).toEqual([]);
    expect(await waitsAfter('\n+5000\n+4999')).toEqual([words]);
    expect(await waitsAfter(`\n+9000\n${chunk('now')}\n+5000`)).toEqual([words, words]);
    expect((await after(PROMPTED, '\n+10000')).drive?.failure).toContain('waited 10 s for the answer');
    expect((await after(PROMPTED, '\n+4000', { timeout: 3000 })).waits).toEqual([]);
  });

  test('does not call an agent silent that is writing a line', async () => {
    const { drive } = await after(PROMPTED, '\n+9000\nmore\n+9000\nmore\n+9999');
    expect(drive).toBeUndefined();
    expect((await after(PROMPTED, '\n+9000\nmore\n+10000')).drive?.failure).toContain('and the agent was silent');
  });

  test('fails when a line never ends', async () => {
    expect((await after(PROMPTED, '\n+9000\nmore'.repeat(25))).drive?.failure).toContain(
      'waited 200 s for the answer to session/prompt (#4 of the recording), and the agent went on without it',
    );
  });

  test('fails when the agent never stops sending', async () => {
    const { drive } = await after(PROMPTED, `\n+9000\n${chunk('now')}`.repeat(25));
    expect(drive?.failure).toBe(
      'waited 200 s for the answer to session/prompt (#4 of the recording), and the agent went on without it',
    );
  });

  test('ends when the agent closes its stdout but stays alive', async () => {
    const { drive } = await after(PROMPTED, '\neof\n+999');
    expect(drive).toBeUndefined();
    expect((await after(PROMPTED, '\neof\n+1000')).drive?.failure).toMatch(
      /^the agent closed its stdout while acptap waited for the answer to session\/prompt/,
    );
  });

  test('names an answer without a request', async () => {
    const { drive } = await after(PROMPTED, '\n< "2" ok {}\n< 99 ok {}\n< 1 ok {}\n+10000');
    expect(drive?.notes).toEqual([
      'the agent answered "2", which nobody asked: session/prompt is 2',
      'the agent answered 99, which nobody asked',
      'the agent answered 1 (session/new) again; the first answer counts',
    ]);
  });

  test('names the request that the agent waits for', async () => {
    const workspace = (method: string) => (method === '_slow' ? new Promise<never>(() => {}) : undefined);
    const { drive } = await after(PROMPTED, '\n< 9 _slow\n+10000', { workspace });
    expect(drive?.failure).toContain('(#4 of the recording), while the agent waited for _slow');
  });

  test('reports how the agent ended', async () => {
    const { drive } = await after(PROMPTED, '\nend');
    expect(drive?.failure).toBe(
      'the agent ended with code 3 while acptap waited for the answer to session/prompt (#4 of the recording)',
    );
  });

  test('is not reported when the agent ends after the last step', async () => {
    const { drive } = await after(
      PROMPTED,
      '\n< 2 ok {"stopReason":"end_turn"}\n< 3 ok {"stopReason":"end_turn"}\nend',
    );
    expect(drive).toMatchObject({ unsent: [] });
    expect(drive).not.toHaveProperty('failure');
  });
});
