import { describe, expect, test } from 'vitest';
import { converse } from './conversation.ts';

interface Names {
  readonly session: string;
  readonly call: string;
  readonly request: string;
}

/** A recording in which the person chooses, and what the agent does then. */
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

const UP_TO_THERE = `
  > 5 initialize {"protocolVersion":1}
  > 6 session/new {"cwd":"/w"}
  > 7 session/prompt {"sessionId":"a","prompt":[]}`;
const DENY = '> "ask-a" ok {"outcome":{"outcome":"selected","optionId":"n"}}';

describe('of several recordings', () => {
  test('the one goes on that has the choice, under the names that the client knows', () => {
    const { lines, report } = converse([ALLOWED, DENIED], `${UP_TO_THERE}\n${DENY}`);
    expect(lines.slice(-3)).toEqual([
      DENY,
      '< session/update {"sessionId":"a","update":{"sessionUpdate":"tool_call_update","toolCallId":"call-a","status":"failed"}}',
      '< 7 ok {"stopReason":"end_turn"}',
    ]);
    expect(report).toMatchObject({ outcome: 'complete', branch: 'branch 1', divergences: [], unused: [] });
  });

  test('the client is told nothing twice', () => {
    const { lines } = converse([ALLOWED, DENIED], `${UP_TO_THERE}\n${DENY}`);
    expect(lines.filter((line) => line.includes('"tool_call"'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('request_permission'))).toHaveLength(1);
  });

  test('the first is played to its end where it has the choice', () => {
    const { report } = converse([ALLOWED, DENIED], `${UP_TO_THERE}\n${DENY.replace('"n"', '"y"')}`);
    expect(report).toMatchObject({ outcome: 'complete', branch: null });
  });

  test('none goes on that would have told the client something else before', () => {
    const other = DENIED.replace('"title":"Build"', '"title":"Remove everything"');
    const { report, text } = converse([ALLOWED, other], `${UP_TO_THERE}\n${DENY}`);
    expect(report).toMatchObject({ outcome: 'diverged', branch: null });
    expect(text).toContain('the client answered session/request_permission with n, the recording has y (entry 8)');
  });

  test('none goes on that has the choice neither', () => {
    const live = `${UP_TO_THERE}\n> "ask-a" ok {"outcome":{"outcome":"cancelled"}}`;
    expect(converse([ALLOWED, DENIED], live).report).toMatchObject({ outcome: 'diverged', branch: null });
  });

  test('the third goes on where the second has nothing to say, and the report names it', () => {
    const third = `${ALLOWED}\n> 3 session/prompt {"sessionId":"a","prompt":[]}\n< 3 ok {"stopReason":"refusal"}`;
    const live = `${UP_TO_THERE}\n${DENY.replace('"n"', '"y"')}\n> 8 session/prompt {"sessionId":"a","prompt":[]}`;
    const { lines, report, text } = converse([ALLOWED, DENIED, third], live);
    expect(lines.at(-1)).toBe('< 8 ok {"stopReason":"refusal"}');
    expect(report.branch).toBe('branch 2');
    expect(text).toBe('the replay is complete (8 frames played, 5 messages received, branch 2 went on in its place)');
  });
});
