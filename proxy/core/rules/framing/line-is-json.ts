import { LF } from '#core/wire/bytes.ts';
import { excerpt } from '../excerpt.ts';
import { defineRule, type Breach } from '../rule.ts';

/** How many lines are kept back while the client has said nothing. What a hundred lines have shown, the next shows again. */
const HELD = 100;

export default defineRule({
  id: 'framing/line-is-json',
  grade: 'error',
  binds: 'sender',
  versions: [1, 2],
  requires:
    'Everything on the wire is a JSON-RPC message: the agent’s stdout and what the client writes to it carry nothing else. Logs go to stderr.',
  source: 'https://agentclientprotocol.com/protocol/v1/transports#stdio',
  peers:
    'The TypeScript SDK answers with a -32700 error of id null and goes on; before its release 1.0 it logs the line and drops it. Stricter clients give the agent up.',
  start() {
    let clientSpoke = false;
    const held: Breach[] = []; // `agent --version` is no conversation: known once the client speaks, or never does
    return {
      frame({ seq, from, bytes }, decoded, verdict) {
        if (from === 'client' && !clientSpoke) {
          clientSpoke = true;
          for (const breach of held.splice(0)) verdict.broken(breach);
        }
        if (decoded.kind === 'json') return verdict.kept();
        if (decoded.kind !== 'not-json') return;
        if (bytes.at(-1) !== LF) return; // cut off at the end: framing/last-line-is-terminated
        const stream = from === 'agent' ? 'stdout' : 'the agent’s stdin';
        const breach: Breach = {
          seq,
          side: from,
          message: looksCut(decoded.text)
            ? `a line on ${stream} begins like a JSON object and breaks off: is a newline inside the message?`
            : `a line on ${stream} is not JSON`,
          seen: excerpt(decoded.text),
          expected: 'one JSON-RPC message',
        };
        if (clientSpoke) verdict.broken(breach);
        else if (held.length < HELD) held.push(breach);
      },
      ended(_end, verdict) {
        const [first] = held;
        if (first)
          verdict.broken({
            ...first,
            message: 'the agent printed text and the client never spoke: was this a conversation?',
            grade: 'note',
          });
      },
    };
  },
  examples: {
    breaks: [
      '< | npm warn deprecated glob@7.2.3',
      '> | {"jsonrpc":"2.0",', // a newline inside a message: neither half is one
      '# the agent was only asked for its version\n< | agent 1.2.3\n= exit {"code":0,"signal":null}', // no more than a note
    ],
    keeps: [
      '< _tick {}',
      '! npm warn deprecated glob@7.2.3\n< _tick {}', // stderr is the place for it
      '< |\n< _tick {}', // an empty line is another matter
      '< _tick {}\n< \\| {"jsonrpc":"2.0","meth\n= exit {"code":null,"signal":"SIGKILL"}', // killed while writing
    ],
  },
});

/** A look at both ends, not a parse: engines word and place their syntax errors differently. */
const looksCut = (text: string) => text.trimStart().startsWith('{') && !text.trimEnd().endsWith('}');
