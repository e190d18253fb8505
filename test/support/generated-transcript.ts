import { array, constantFrom, oneof, tuple, type Arbitrary } from 'fast-check';

/** Random conversations with random pauses, for `parseTranscript`. */
export const generatedTranscripts = (): Arbitrary<string> =>
  array(tuple(lines(), constantFrom(0, 10, 1000, 2500, 900_000)), { minLength: 1, maxLength: 25 }).map(transcript);

const ids = constantFrom('1', '2', '"a"', '"1"');
const sessions = constantFrom('s', 's-2');

/**
 * Random lines of a conversation: also answers to nothing, updates of unknown calls, and lines that are not messages.
 */
const lines = (): Arbitrary<string> =>
  oneof(
    tuple(ids, sessions).map(
      ([id, s]) =>
        `> ${id} session/prompt {"sessionId":"${s}","prompt":[{"type":"text","text":"Fix the bug\\nin main.ts"}]}`,
    ),
    ids.map((id) => `> ${id} session/new {"cwd":"/h\\u00e9llo","mcpServers":[]}`),
    tuple(constantFrom('<', '>'), ids).map(
      ([side, id]) => `${side} ${id} ok {"sessionId":"s","stopReason":"end_turn"}`,
    ),
    tuple(constantFrom('<', '>'), ids).map(
      ([side, id]) => `${side} ${id} error {"code":-32603,"message":"no \\"match\\""}`,
    ),
    tuple(
      sessions,
      constantFrom('tool_call', 'tool_call_update'),
      constantFrom('call-1', 'call-2'),
      constantFrom('', ',"status":"completed"', ',"title":"Edit main.ts"', ',"title":"BUG","status":"in_progress"'),
    ).map(
      ([s, variant, call, more]) =>
        `< session/update {"sessionId":"${s}","update":{"sessionUpdate":"${variant}","toolCallId":"${call}"${more}}}`,
    ),
    tuple(sessions, constantFrom('héllo', 'H\\u00C9LLO', 'a\\nb', '\\\\', 'x')).map(
      ([s, text]) =>
        `< session/update {"sessionId":"${s}","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"${text}"}}}`,
    ),
    tuple(ids, constantFrom('call-1', 'call-9')).map(
      ([id, call]) =>
        `< ${id} session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"${call}"},"options":[{"optionId":"ok","name":"OK","kind":"allow_once"}]}`,
    ),
    constantFrom(
      '< | no json',
      '> | ',
      '< | \\xff\\xfe',
      '< | {"jsonrpc":"2.0","method":"bug\\xff"}',
      '< _bug/\u{fffd} {"a":"\u{fffd}"}',
      '< | \\x00bug\\r',
      '< | [{"jsonrpc":"2.0","id":1,"method":"a/b"}]',
      '! warning: bug in main.ts',
      '= exit {"code":0,"signal":null}',
      '< _x/y {"a":"\\"b\\""}',
    ),
  );

/** Writes each line some microseconds after the previous one. */
function transcript(drawn: readonly (readonly [line: string, gap: number])[]): string {
  let at = 0;
  return drawn.map(([line, gap]) => `@${(at += gap)} ${line}`).join('\n');
}
