import { findJsonFault } from '#core/json/json-fault.ts';
import { defineRule } from '../engine/rule.ts';
import { createMessageJoiner } from '../helpers/message-joiner.ts';
import { excerpt } from '#core/text/excerpt.ts';

/** How many lines a finding lists. */
const MAX_NAMED = 20;

export default defineRule({
  id: 'framing/message-is-on-one-line',
  grade: 'error',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires:
    'A message is one line: newlines end messages and do not stand in them. JSON is written without indentation, and a newline in a text as \\n.',
  source: 'https://agentclientprotocol.com/protocol/v1/transports#stdio',
  peers:
    'Every line is read as a message of its own and none is one: the TypeScript SDK answers each with a -32700 error of id null, others drop them. The message is lost.',
  start() {
    const joiner = createMessageJoiner();
    return {
      event({ event }) {
        if (event.event === 'gap' && (event.of === 'client' || event.of === 'agent')) joiner.give(event.of);
      },
      frame(frame, decoded, verdict) {
        const joining = joiner.apply(frame, decoded);
        if (!joining && decoded.kind === 'json') return verdict.kept();
        if (joining?.kind !== 'whole' || !joining.message) return; // framing/line-is-json
        const { message, pieces } = joining;
        const [first, ...rest] = pieces;
        const name = message.kind === 'response' ? 'a response' : message.method;
        const isInString = rest.length === 1 && findJsonFault(first?.text ?? '')?.isInString === true;
        verdict.broken({
          seq: first?.seq ?? frame.seq,
          side: frame.from,
          message: isInString
            ? `a newline, or a log line that belongs on stderr, stands inside ${name} and makes 2 lines of it`
            : `newlines inside ${name} make ${pieces.length} lines of it`,
          ...(first ? { seen: excerpt(first.text) } : {}),
          expected: 'the message on one line',
          related: rest.slice(0, MAX_NAMED).map(({ seq }) => seq),
        });
      },
    };
  },
  examples: {
    breaks: [
      '< | {"jsonrpc":"2.0","method":"_tick","params":{"text":"one\n< | two"}}', // a newline that was not escaped
      '< | {\n< |   "jsonrpc": "2.0",\n< |   "method": "_tick",\n< |   "params": {\n< |     "words": [\n< |       "one"\n< |     ]\n< |   }\n< | }', // indented
      '> | {"jsonrpc":"2.0","method":"_tick","params":{"text":"one\n< _tick {}\n> |\n> | two"}}', // the other side speaks in between
    ],
    keeps: [
      '< _tick {"text":"one\\ntwo"}',
      '< | { "jsonrpc": "2.0",\\r "method": "_tick" }', // white space of another kind
    ],
  },
});
