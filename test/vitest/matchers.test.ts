import { describe, expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { fixture } from '../../proxy/replay/fixture.ts';
import { replayAgent } from '../../proxy/replay/as-agent.ts';
import '../../proxy/vitest/index.ts';
import { bytesOf, CLIENT, TURN, turn } from '../replay/recorded-turn.ts';

/** A replay to a client that sends only these lines. */
async function played(lines: readonly string[], options: Parameters<typeof replayAgent>[1] = {}) {
  const agent = replayAgent(turn(), options);
  const writer = agent.writable.getWriter();
  await writer.write(bytesOf(lines.join('\n')));
  await writer.close();
  return agent;
}

describe('toHaveReplayedCompletely', () => {
  test('passes when both sides sent every recorded message, for an agent and for its report', async () => {
    const agent = await played(CLIENT);
    await expect(agent).toHaveReplayedCompletely();
    await expect(await agent.ended).toHaveReplayedCompletely();
  });

  test('fails with the report when the client closed early, and when it did something else', async () => {
    const early = await played(CLIENT.slice(0, 2));
    await expect(early).not.toHaveReplayedCompletely();
    await expect(expect(early).toHaveReplayedCompletely()).rejects.toThrow(
      /is incomplete: it waited for the client to send session\/prompt "go" \(#4\)[^]*never came:\n {2}session\/prompt "go" \(#4\)\n/,
    );
    await expect(expect(await played(['> 1 session/list {}'])).toHaveReplayedCompletely()).rejects.toThrow(
      'the recording expects initialize next (#0), the client sent session/list',
    );
  });

  test('says what to do where the client was slow, where it differs, and where a fault acted', async () => {
    const slow = replayAgent(turn(), { timeout: 10 });
    await slow.writable.getWriter().write(bytesOf(CLIENT.slice(0, 3).join('\n')));
    for (const [agent, advice] of [
      [slow, 'a client that is only slow needs a longer timeout '],
      [await played(['> 1 session/list {}']), 'if the client is right, record the fixture again'],
      [
        await played(CLIENT, { faults: ['drop where from:client kind:response'] }),
        'a fault may make a replay incomplete',
      ],
    ] as const)
      await expect(expect(agent).toHaveReplayedCompletely()).rejects.toThrow(`\n\n${advice}`);
  });

  test('fails for a missing message, not for a finding, which it names last', async () => {
    const wrong = CLIENT.map((line) => line.replace('"cwd":"/work"', '"cwd":"work"'));
    const early = await played(wrong.slice(0, 2), { verify: true });
    await expect(expect(early).toHaveReplayedCompletely()).rejects.toThrow(
      /^the replay is incomplete: [^]*\n\nthe cwd of session\/new is not absolute \(error of the client, [^]*\n\nif the test needs only this part of the recording, write "await replay.finished\(\)" instead$/,
    );
    await expect(expect(early).toConform()).rejects.toThrow(/^the cwd /);
    await expect(await played(CLIENT.slice(0, 2), { verify: true })).toConform();
    const { ended } = await played(wrong, { verify: true });
    await expect(expect(await ended).toHaveReplayedCompletely()).rejects.toThrow(
      /the cwd of session\/new is not absolute/,
    );
  });

  test('fails for a fault that touched no frame, because the test has shown nothing', async () => {
    const faulted = await played(CLIENT, { faults: ['drop where method:session/promt'] });
    await expect(expect(faulted).toHaveReplayedCompletely()).rejects.toThrow(
      /^the fault "drop where method:session\/promt" touched no frame, so the test shows nothing: look at its filter\n\n.*is complete/,
    );
  });

  test('fails with `not` for a complete replay', async () => {
    await expect(expect(await played(CLIENT)).not.toHaveReplayedCompletely()).rejects.toThrow('is complete');
  });

  test('rejects other values', async () => {
    await expect(expect({}).toHaveReplayedCompletely()).rejects.toThrow('takes what replayAgent gives');
  });
});

describe('toConform', () => {
  const twice = parseTranscript(`${TURN}\n  < 2 ok {"stopReason":"end_turn"}\n`);

  test('judges entries and recordings by the rules, for the given side', async () => {
    await expect(await fixture('recordings/real/gemini-0.61.0/text.acp.jsonl')).toConform();
    await expect(twice).toConform({ side: 'client' });
    await expect(twice).not.toConform({ side: 'agent' });
    await expect(expect({ entries: twice }).toConform()).rejects.toThrow(
      /^session\/prompt .* \(error of the agent, jsonrpc\/response-comes-once, #11\)[^]*\n\n1 finding against the protocol; "npx acptap rules jsonrpc\/response-comes-once" explains the rule$/,
    );
  });

  test('counts findings of the given grade and worse', async () => {
    await expect(turn()).toConform({ side: 'client' });
    await expect(turn()).not.toConform({ side: 'client', failOn: 'note' }); // it does not say what it is
  });

  test('judges the live client’s frames of a replay', async () => {
    const wrong = CLIENT.map((line) => line.replace('"cwd":"/work"', '"cwd":"work"'));
    const agent = await played(wrong, { verify: true });
    await expect(expect(agent).toConform({ side: 'client' })).rejects.toThrow(/^the cwd [^]*in: \{"jsonrpc"/);
    await expect(agent).toHaveReplayedCompletely();
    await expect(await played(CLIENT, { verify: true })).toConform();
  });

  test('names the missing option when a replay was not judged', async () => {
    await expect(expect(await played(CLIENT)).toConform()).rejects.toThrow('give replayAgent the option verify: true');
    await expect(expect(7).toConform()).rejects.toThrow('takes a recording');
  });
});
