import { describe, expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { createBranches } from '../../proxy/replay/branches/branches.ts';
import { toPlaybook } from '../../proxy/replay/playbook/to-playbook.ts';
import { converse } from './player-conversation.ts';

interface Names {
  readonly session: string;
  readonly call: string;
  readonly request: string;
}

/** A recording in which the person makes a choice, and `then` follows. */
const recorded = (choice: string, then: string, { session, call, request }: Names) => `
  > 0 initialize {"protocolVersion":1}
  < 0 ok {"protocolVersion":1,"agentInfo":{"name":"agent","version":"${choice}"}}
  > 1 session/new {"cwd":"/w"}
  < 1 ok {"sessionId":"${session}"}
  < session/update {"sessionId":"${session}","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}
  > 2 session/prompt {"sessionId":"${session}","prompt":[]}
  < session/update {"sessionId":"${session}","update":{"sessionUpdate":"tool_call","toolCallId":"${call}","title":"Build"}}
  < ${request} session/request_permission {"sessionId":"${session}","toolCall":{"toolCallId":"${call}"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}
  > ${request} ok {"outcome":{"outcome":"selected","optionId":"${choice}"}}
  < session/update {"sessionId":"${session}","update":{"sessionUpdate":"tool_call_update","toolCallId":"${call}","status":"${then}"}}
  < 2 ok {"stopReason":"end_turn"}`;

const ALLOWED = recorded('y', 'completed', { session: 'a', call: 'call-a', request: '"ask-a"' });
const DENIED = recorded('n', 'failed', { session: 'b', call: 'call-b', request: '7' });

const chunk = (session: string, text: string) =>
  `< session/update ${JSON.stringify({ sessionId: session, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } })}`;

/** The recording, with these pieces of text before its tool call. */
const saying = (recording: string, session: string, pieces: readonly string[]) =>
  recording.replace(
    /^.*"tool_call",.*$/m,
    (call) => `${pieces.map((piece) => chunk(session, piece)).join('\n')}\n${call}`,
  );

const UP_TO_THERE = `
  > 5 initialize {"protocolVersion":1}
  > 6 session/new {"cwd":"/w"}
  > 7 session/prompt {"sessionId":"a","prompt":[]}`;
const DENY = '> "ask-a" ok {"outcome":{"outcome":"selected","optionId":"n"}}';

describe('with several recordings', () => {
  test('switches to the recording with the client’s choice, under the client’s names', () => {
    const { lines, report } = converse([ALLOWED, DENIED], `${UP_TO_THERE}\n${DENY}`);
    expect(lines.slice(-3)).toEqual([
      DENY,
      '< session/update {"sessionId":"a","update":{"sessionUpdate":"tool_call_update","toolCallId":"call-a","status":"failed"}}',
      '< 7 ok {"stopReason":"end_turn"}',
    ]);
    expect(report).toMatchObject({ outcome: 'complete', branch: 'branch 1', divergences: [], unused: [] });
  });

  test('the client gets nothing twice', () => {
    const { lines } = converse([ALLOWED, DENIED], `${UP_TO_THERE}\n${DENY}`);
    expect(lines.filter((line) => line.includes('"tool_call"'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('request_permission'))).toHaveLength(1);
  });

  test('the first is played to its end if it has the choice', () => {
    const { report } = converse([ALLOWED, DENIED], `${UP_TO_THERE}\n${DENY.replace('"n"', '"y"')}`);
    expect(report).toMatchObject({ outcome: 'complete', branch: null });
  });

  test('a recording that sent something else before the choice does not take over', () => {
    const other = DENIED.replace('"title":"Build"', '"title":"Remove everything"');
    const { report, text } = converse([ALLOWED, other], `${UP_TO_THERE}\n${DENY}`);
    expect(report).toMatchObject({ outcome: 'diverged', branch: null });
    expect(text).toContain('the client answered session/request_permission with n, the recording has y (#8)');
  });

  test('the report names where a recording with the choice differs before it', () => {
    const other = DENIED.replace('"title":"Build"', '"title":"Remove everything"');
    expect(converse([ALLOWED, other], `${UP_TO_THERE}\n${DENY}`).report.notes).toEqual([
      'branch 1 has that choice (#8) but sent the client something else before (#6)',
    ]);
  });

  test.each([
    ['cut elsewhere', ['Lo', 'oking ', 'here'], ['Looki', 'ng', ' here']],
    ['with another time in them', ['It is 21:31:06.'], ['It is 08:00:51.']],
    ['less of them in the second', ['Look', 'ing'], ['Look']],
    ['more of them in the second', ['Look'], ['Look', 'ing']],
    ['none of them in the second', ['Look'], []],
  ])('words of the agent before the choice are ignored: %s', (_, first, second) => {
    const { lines, report } = converse(
      [saying(ALLOWED, 'a', first), saying(DENIED, 'b', second)],
      `${UP_TO_THERE}\n${DENY}`,
    );
    expect(report).toMatchObject({ outcome: 'complete', branch: 'branch 1', notes: [] });
    expect(lines.filter((line) => line.includes('agent_message_chunk'))).toHaveLength(first.length);
    expect(lines.at(-2)).toContain('"status":"failed"');
  });

  /** The recording with these members in its tool call, followed by an update of the call. */
  const calling = (recording: string, call: object, update: object = {}) =>
    recording.replace(/^(.*)"title":"Build"(.*)$/m, (_, before: string, after: string) => {
      const members = JSON.stringify({ title: 'Build', ...call }).slice(1, -1);
      const then = JSON.stringify({ status: 'in_progress', ...update }).slice(1, -1);
      const line = `${before}${members}${after}`;
      return `${line}\n${line.replace('"tool_call"', '"tool_call_update"').replace(members, then)}`;
    });
  const branchOf = (first: object, second: object, ...updates: readonly [object?, object?]) =>
    converse([calling(ALLOWED, first, updates[0]), calling(DENIED, second, updates[1])], `${UP_TO_THERE}\n${DENY}`)
      .report.branch;
  const words = (text: string) => ({ content: [{ type: 'content', content: { type: 'text', text } }] });
  const diff = (newText: string) => ({ content: [{ type: 'diff', path: '/w/a', newText }] });

  test('results of tools before the choice are ignored, and so are made-up ids', () => {
    expect(branchOf({ rawInput: { command: 'ls', pid: 4711 } }, { rawInput: { command: 'ls', pid: 5822 } })).toBe(
      'branch 1',
    );
    expect(branchOf({}, {}, words('21:31:06'), words('08:00:51'))).toBe('branch 1');
    expect(branchOf({}, {}, { rawOutput: { took: 12 } }, { rawOutput: { took: 15 } })).toBe('branch 1');
  });

  test.each([
    ['a command', { rawInput: { command: 'ls' } }, { rawInput: { command: 'rm' } }],
    ['the kind of a tool', { kind: 'edit' }, { kind: 'delete' }],
    ['the text of a written file', diff('one'), diff('two')],
  ])('a difference that the choice depends on prevents a switch: %s', (_, first, second) => {
    expect(branchOf(first, first)).toBe('branch 1');
    expect(branchOf(first, second)).toBeNull();
  });

  test.each([
    ['how a tool call ended', { status: 'completed' }, { status: 'failed' }],
    ['one tool call more', {}, { toolCallId: 'other', sessionUpdate: 'tool_call' }],
  ])('a different past prevents a switch: %s', (_, first, second) => {
    expect(branchOf({}, {}, first, first)).toBe('branch 1');
    expect(branchOf({}, {}, first, second)).toBeNull();
  });

  test('another end of an earlier turn prevents a switch; another error message does not', () => {
    const ended = (recording: string, session: string, end: string) =>
      recording.replace(
        /^ *> 2 session\/prompt.*$/m,
        (prompt) => `> 9 session/prompt {"sessionId":"${session}","prompt":[]}\n< 9 ${end}\n${prompt}`,
      );
    const live = `${UP_TO_THERE}\n> 8 session/prompt {"sessionId":"a","prompt":[]}\n${DENY}`;
    const branch = (first: string, second: string) =>
      converse([ended(ALLOWED, 'a', first), ended(DENIED, 'b', second)], live).report.branch;
    const failed = (message: string) => `error {"code":-32000,"message":"${message}"}`;
    expect(branch('ok {"stopReason":"end_turn"}', 'ok {"stopReason":"end_turn"}')).toBe('branch 1');
    expect(branch('ok {"stopReason":"end_turn"}', 'ok {"stopReason":"refusal"}')).toBeNull();
    expect(branch(failed('at 21:31'), failed('at 08:00'))).toBe('branch 1');
    expect(branch(failed('at 21:31'), 'ok {"stopReason":"end_turn"}')).toBeNull();
  });

  test('a recording without the choice does not take over', () => {
    const live = `${UP_TO_THERE}\n> "ask-a" ok {"outcome":{"outcome":"cancelled"}}`;
    expect(converse([ALLOWED, DENIED], live).report).toMatchObject({ outcome: 'diverged', branch: null });
  });

  test('the third takes over when the second ends, and the report names it', () => {
    const third = `${ALLOWED}\n> 3 session/prompt {"sessionId":"a","prompt":[]}\n< 3 ok {"stopReason":"refusal"}`;
    const live = `${UP_TO_THERE}\n${DENY.replace('"n"', '"y"')}\n> 8 session/prompt {"sessionId":"a","prompt":[]}`;
    const { lines, report, text } = converse([ALLOWED, DENIED, third], live);
    expect(lines.at(-1)).toBe('< 8 ok {"stopReason":"refusal"}');
    expect(report.branch).toBe('branch 2');
    expect(text).toBe('the replay is complete (8 frames played, 5 messages received, continued with branch 2)');
  });
});

test('compares values of 20,000 levels before the choice', () => {
  const nested = (leaf: string) => `${'{"a":['.repeat(10_000)}"${leaf}"${']}'.repeat(10_000)}`;
  const branchOf = (first: string, second: string) => {
    const recordings = [
      ALLOWED.replace('"Build"', `"Build","rawInput":${first}`),
      DENIED.replace('"Build"', `"Build","rawInput":${second}`),
    ];
    const branches = recordings.map((recording, index) => ({
      name: String(index),
      playbook: toPlaybook(parseTranscript(recording)),
    }));
    const player = createBranches(branches, {});
    player.start(0);
    for (const entry of parseTranscript(`${UP_TO_THERE}\n${DENY}`))
      if (entry.kind === 'frame') player.receive(entry.bytes, 0);
    return player.report().branch;
  };
  expect(branchOf(nested('ls'), nested('ls'))).toBe('1');
  expect(branchOf(nested('ls'), nested('rm'))).toBeNull();
});
