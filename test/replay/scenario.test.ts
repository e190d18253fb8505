import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { judgeRecording } from '#core/rules/engine/judge-recording.ts';
import { replayAgent } from '../../proxy/replay/as-agent.ts';
import { virtualClock } from '../../proxy/replay/connection/clock.ts';
import { fixture } from '../../proxy/replay/fixture.ts';
import { scenario, type Scenario } from '../../proxy/replay/scenario.ts';
import { temporaryFolder } from '../support/folders.ts';
import { playRecordedClient } from '../support/recorded-client.ts';
import { takeTurn } from '../support/sdk-client.ts';

/** A scenario with every kind of message. */
function everything(): Scenario {
  const acp = scenario({ id: 'everything', cwd: '/work' });
  acp.initialize({ agent: { agentCapabilities: { promptCapabilities: { image: true } } } });
  const session = acp.session(
    {},
    {
      modes: {
        currentModeId: 'ask',
        availableModes: [
          { id: 'ask', name: 'Ask' },
          { id: 'code', name: 'Code' },
        ],
      },
    },
  );
  session.update({ sessionUpdate: 'available_commands_update', availableCommands: [] });
  session.request('session/set_mode', { modeId: 'code' }, {});
  session.turn('Fix the bug', (turn) => {
    turn.thought('Where is it?');
    turn.chunk('I will look. ');
    turn.plan(['Read the file', { content: 'Edit it', priority: 'high', status: 'in_progress' }]);
    turn.request('fs/read_text_file', { path: '/work/a.ts' }, { content: 'let a;\n' });
    turn.request('fs/read_text_file', { path: '/work/b.ts' }, { error: { code: -32002, message: 'no such file' } });
    const edit = turn.toolCall({ title: 'Edit a.ts', kind: 'edit', locations: [{ path: '/work/a.ts' }] });
    edit.permission('allow_once');
    edit.update({
      status: 'completed',
      content: [{ type: 'diff', path: '/work/a.ts', oldText: 'let a;\n', newText: '' }],
    });
    const remove = turn.toolCall({ title: 'Delete b.ts', kind: 'delete' });
    remove.permission('no', [
      { optionId: 'yes', name: 'Yes', kind: 'allow_always' },
      { optionId: 'no', name: 'No', kind: 'reject_once' },
    ]);
    remove.update({ status: 'failed' });
    turn.chunk({ type: 'text', text: 'Done.' });
  });
  session.turn([{ type: 'image', data: 'aGk=', mimeType: 'image/png' }], (turn) => turn.stop('max_tokens'));
  session.turn('Again', (turn) => {
    const call = turn.toolCall({ title: 'Run', kind: 'execute' });
    turn.cancel();
    call.update({ status: 'failed' });
  });
  session.turn('Once more', (turn) => turn.error({ code: -32603, message: 'overloaded' }));
  acp.session();
  return acp;
}

describe('a scenario', () => {
  test('can be the agent of a client made with the SDK', async () => {
    const acp = scenario();
    acp.session().turn('Edit the file, please.', (turn) => {
      turn.chunk('Reading. ');
      turn.request('fs/read_text_file', { path: '/project/file' }, { content: '' });
      const edit = turn.toolCall({ title: 'Edit', kind: 'edit' });
      edit.permission('allow_once');
      edit.update({ status: 'completed' });
    });
    const agent = replayAgent(acp);
    expect(await takeTurn(agent.writable, agent.readable, 'allow_once')).toEqual({
      updates: ['agent_message_chunk: Reading. ', 'tool_call', 'tool_call_update'],
      asked: ['read /work/file', 'permission allow_once reject_once'],
      stopReason: 'end_turn',
    });
    expect(await agent.finished()).toMatchObject({ outcome: 'complete', recording: 'scenario' });
  });

  test('breaks no rule', () => {
    const { findings, troubles } = judgeRecording(everything().entries, catalogue, 'orderly');
    expect(findings.map(({ rule, grade, seq, message }) => [grade, rule, seq, message])).toEqual([]);
    expect(troubles).toEqual([]);
  });

  test('replays completely to its own client', async () => {
    const acp = everything();
    const agent = replayAgent(acp);
    await playRecordedClient('SDK 2', acp.entries, agent.writable, agent.readable);
    expect(await agent.finished()).toMatchObject({ outcome: 'complete', notes: [] });
  });

  test('can be written as a recording file', async () => {
    const file = join(temporaryFolder(), 'everything.acp.jsonl');
    const acp = everything();
    writeFileSync(file, acp.toText());
    const { id, entries } = await fixture(file);
    expect([id, entries]).toEqual(['everything', acp.entries]);
    expect(everything().toText()).toBe(acp.toText());
  });

  test('plays its pauses at recorded speed', async () => {
    const clock = virtualClock();
    const acp = scenario();
    acp.session();
    acp.pause(60_000);
    acp.say('agent', { jsonrpc: '2.0', method: '_late' });
    acp.say('agent', 'no message');
    const agent = replayAgent(acp, { clock, speed: 'recorded' });
    const got: string[] = [];
    const reading = (async () => {
      for await (const chunk of agent.readable) got.push(Buffer.from(chunk).toString());
    })();
    const writer = agent.writable.getWriter();
    for (const entry of acp.entries)
      if (entry.kind === 'frame' && entry.from === 'client') await writer.write(entry.bytes);
    clock.advance(60_000);
    await expect.poll(() => got.length).toBe(2); // the handshake and the session
    clock.advance(5_000);
    await expect.poll(() => got.slice(2)).toEqual(['{"jsonrpc":"2.0","method":"_late"}\n', 'no message\n']);
    agent.stop();
    await reading;
  });

  test('refuses an unknown option, and messages after the end of a turn', () => {
    const session = scenario().session();
    expect(() => session.turn('go', (turn) => turn.toolCall({ title: 'a' }).permission('never'))).toThrow(
      'no permission option is "never": choose allow_once, reject_once, cancelled',
    );
    expect(() =>
      session.turn('go', (turn) => {
        turn.stop('refusal');
        turn.chunk('more');
      }),
    ).toThrow('the turn has ended: nothing follows stop() or error() in it');
    expect(() => scenario().pause(-1)).toThrow('pause takes milliseconds, not -1');
  });

  test('has the types of the protocol', () => {
    const acp = scenario();
    acp.session().turn('go', (turn) => {
      // @ts-expect-error a status that ACP does not have
      turn.toolCall({ title: 'a', status: 'done' });
      // @ts-expect-error the params of another method
      turn.request('fs/read_text_file', { terminalId: 't' }, { content: '' });
    });
    const { findings } = judgeRecording(acp.entries, catalogue, 'orderly');
    expect(findings.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['/params/update/status', '/params']),
    );
  });
});
