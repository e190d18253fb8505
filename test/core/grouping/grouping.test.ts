import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { chunk, says, update, call, called, OPEN, PROMPT, END } from './transcript-lines.ts';
import { groupTranscript, renderGroups } from './group-transcript.ts';

describe('a conversation', () => {
  test('has sessions, with turns, with their groups', () => {
    expect(
      renderGroups(`
        > 0 initialize {"protocolVersion":1}
        < 0 ok {"protocolVersion":1}
        ${OPEN}
        ${update('"sessionUpdate":"available_commands_update","availableCommands":[]')}
        ${PROMPT}
        ${chunk('agent_thought_chunk', 'Hm')}
        ${says('Hello ')}
        ${says('you')}
        ${END}
        = exit {"code":0,"signal":null}`),
    ).toEqual([
      'exchange ok: 0 1',
      'session ok: 2 3',
      '  update: 4',
      '  turn end_turn: 5 9',
      '    thought "Hm": 6',
      '    message "Hello you": 7 8',
      'event: 10',
    ]);
  });

  test('has texts that end with their latest chunk', () => {
    const { groups } = groupTranscript(parseTranscript(`@10 ${says('Hello ')}\n@30 ${says('you')}`));
    expect(groups.map(({ kind, elapsed, until }) => [kind, elapsed, until])).toEqual([['message', 10, 30]]);
  });

  test('has no deeper level than its known parents', () => {
    expect(renderGroups(`${PROMPT}\n${says('Hello')}\n${END}\n${says('late')}`)).toEqual([
      'turn end_turn: 0 2',
      '  message "Hello": 1',
      'message "late": 3',
    ]);
  });

  test('of two alternating sessions keeps them apart, and indents only below a parent of its own', () => {
    const other = (text: string) =>
      update(`"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"${text}"}`, 't');
    expect(
      renderGroups(`
        > 2 session/prompt {"sessionId":"s","prompt":[]}
        > 3 session/prompt {"sessionId":"t","prompt":[]}
        ${says('a')}
        ${other('b')}
        ${says('c')}
        ${other('d')}
        < 3 ok {"stopReason":"cancelled"}
        ${says('e')}
        ${END}`),
    ).toEqual(['turn end_turn: 0 8', 'turn cancelled: 1 6', 'message "ace": 2 4 7', '  message "bd": 3 5']);
  });

  test('of a proxy shows the messages to its successor', () => {
    const inner = (method: string, params: string) => `{"method":"${method}","params":${params}}`;
    expect(
      renderGroups(`
        < 1 proxy/successor ${inner('session/new', '{"cwd":"/work"}')}
        > 1 ok {"sessionId":"x"}
        < 2 proxy/successor ${inner('session/prompt', '{"sessionId":"x","prompt":[]}')}
        > proxy/successor ${inner('session/update', '{"sessionId":"x","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hi"}}}')}
        > 2 ok {"stopReason":"end_turn"}`),
    ).toEqual(['session ok: 0 1', '  turn end_turn: 2 4', '    message "Hi": 3']);
  });
});

describe('a session', () => {
  test('begins with its request, before the history is replayed', () => {
    expect(
      renderGroups(`
        > 1 session/load {"sessionId":"s","cwd":"/work"}
        ${chunk('user_message_chunk', 'Once')}
        ${says('upon')}
        < 1 ok {}
        ${PROMPT}`),
    ).toEqual(['session ok: 0 3', '  user-message "Once": 1', '  message "upon": 2', '  turn: 4']);
  });

  test('that was forked is a separate session', () => {
    expect(
      renderGroups(`
        ${OPEN}
        > 5 session/fork {"sessionId":"s","cwd":"/work"}
        < 5 ok {"sessionId":"f"}
        > 6 session/prompt {"sessionId":"f","prompt":[]}
        ${PROMPT}`),
    ).toEqual(['session ok: 0 1', 'session ok: 2 3', '  turn: 4', 'turn: 5']);
    const { groups } = groupTranscript(
      parseTranscript(`${OPEN}\n> 5 session/fork {"sessionId":"s"}\n< 5 ok {"sessionId":"f"}`),
    );
    expect(groups.map(({ session }) => session)).toEqual(['s', 'f']);
  });

  test('that could not be opened has the status error', () => {
    expect(renderGroups(`> 1 session/new {}\n< 1 error {"code":-32000,"message":"Authentication required"}`)).toEqual([
      'session error: 0 1',
    ]);
  });
});

describe('version 2', () => {
  test('ends a turn when the session goes idle', () => {
    expect(
      renderGroups(`
        > 0 initialize {"protocolVersion":2}
        < 0 ok {"protocolVersion":2}
        ${PROMPT}
        < 2 ok {"messageId":"m"}
        ${says('x')}
        ${update('"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"')}`),
    ).toEqual(['exchange ok: 0 1', 'turn end_turn: 2 3 5', '  message "x": 4']);
  });
});

describe('a batch', () => {
  const batch = (...messages: readonly string[]) => `> | [${messages.join(',')}]`;
  test('belongs to the group of its first message, and closes the groups of all its messages', () => {
    expect(
      renderGroups(`
        < 1 fs/read_text_file {"sessionId":"s","path":"/a"}
        < 2 fs/read_text_file {"sessionId":"s","path":"/b"}
        ${batch('{"jsonrpc":"2.0","id":2,"result":{}}', '{"jsonrpc":"2.0","id":1,"result":{}}')}`),
    ).toEqual(['file ok: 0', 'file ok: 1 2']);
  });

  test('of requests is one group with their responses', () => {
    expect(
      renderGroups(`
        ${batch('{"jsonrpc":"2.0","id":1,"method":"_a"}', '{"jsonrpc":"2.0","id":2,"method":"_b"}')}
        < 2 ok {}
        < 1 ok {}`),
    ).toEqual(['exchange ok: 0 1 2']);
  });
});

test('every entry has its turn, variant and status', () => {
  const { entries } = groupTranscript(
    parseTranscript(
      `${OPEN}\n${PROMPT}\n${call('1', ',"status":"pending"')}\n! x\n< 9 fs/read_text_file {"sessionId":"s"}\n${END}`,
    ),
  );
  expect(entries.map(({ turn, variant, status }) => [turn, variant, status])).toEqual([
    [undefined, undefined, 'pending'],
    [undefined, undefined, 'ok'],
    [1, undefined, 'pending'],
    [1, 'tool_call', 'pending'],
    [undefined, undefined, undefined],
    [1, undefined, 'pending'],
    [1, undefined, 'ok'],
  ]);
});

const line = constantFrom(
  ...`${OPEN}\n${PROMPT}\n${END}\n${says('x')}\n${call('1')}\n${called('1', '"status":"completed"')}\n! a\n< | b\n= spawn\n> | [{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"sessionId":"s"}},3]\n< 3 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"1"}}\n> 3 ok {}\n> 4 session/close {"sessionId":"s"}\n< 4 ok {}\n< 5 terminal/create {"sessionId":"s"}\n> 5 ok {"terminalId":"t"}`
    .split('\n')
    .filter((text) => text.trim() !== ''),
);

test('groups are numbered by their first entries and hold each entry once, for any recording', () => {
  assert(
    property(array(line, { maxLength: 40 }), (lines) => {
      const { entries, groups } = groupTranscript(parseTranscript(lines.join('\n')));
      expect(groups.map(({ no }) => no)).toEqual(groups.map((_, index) => index));
      for (const group of groups) {
        const own = entries.flatMap((entry, seq) => (entry.group === group ? [seq] : []));
        expect([group.first, group.last, group.entries]).toEqual([own[0], own.at(-1), own.length]);
        const { parent } = group;
        const above = groups.findLast(({ no, kind }) => no < group.no && (kind === 'session' || kind === 'turn'));
        const isBelow = parent !== undefined && [above, above?.parent].includes(parent);
        expect(group.level).toBe(isBelow ? parent.level + 1 : (parent?.level ?? 0));
        expect(group.waited.human() + group.waited.client()).toBeLessThanOrEqual(
          (entries.length + 1) * 1000 - group.elapsed,
        );
      }
      const firsts = groups.map(({ first }) => first);
      expect(firsts).toEqual(firsts.toSorted((one, other) => one - other));
    }),
  );
});
