import { LF } from '#core/wire/bytes.ts';
import { SIDES, type Side } from '#core/wire/entry.ts';
import { defineRule, type Breach, type Verdict } from '../engine/rule.ts';
import { createMessageJoiner, isPiece, type Joining, type Piece } from '../helpers/message-joiner.ts';
import { explainNotJson } from '../helpers/not-json.ts';

/** How many lines are held until the client sends something. More lines would show nothing new. */
const HELD = 100;

export default defineRule({
  id: 'framing/line-is-json',
  grade: 'error',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires:
    'Everything on the wire is a JSON-RPC message: the agent’s stdout and what the client writes to it carry nothing else. Logs go to stderr.',
  source: 'https://agentclientprotocol.com/protocol/v1/transports#stdio',
  peers:
    'The TypeScript SDK answers with a -32700 error of id null and continues; before its release 1.0 it logs the line and drops it. Stricter clients end the connection.',
  start() {
    const joiner = createMessageJoiner();
    let clientSpoke = false;
    const held: Breach[] = []; // lines before the client sends anything: `agent --version` is not a conversation

    function report(breach: Breach, verdict: Verdict): void {
      if (clientSpoke) verdict.broken(breach);
      else if (held.length < HELD) held.push(breach);
    }

    function reportPieces(pieces: readonly Piece[], side: Side, verdict: Verdict): void {
      for (const piece of pieces) if (!piece.isJson) report(accusation(piece, side), verdict);
    }

    /** True when the current frame belongs, or may belong, to a joined message. */
    function judged(joining: Joining | undefined, side: Side, verdict: Verdict): boolean {
      if (joining?.kind === 'apart') reportPieces(joining.pieces, side, verdict);
      if (joining?.kind === 'whole' && !joining.message) {
        const [first, ...rest] = joining.pieces;
        const related = rest.map(({ seq }) => seq);
        if (first)
          report(
            {
              ...accusation(first, side),
              message: `a JSON object over ${rest.length + 1} lines is not a message`,
              related,
            },
            verdict,
          );
      }
      return isPiece(joining);
    }

    return {
      event({ event }, verdict) {
        if (event.event !== 'gap' || (event.of !== 'client' && event.of !== 'agent')) return;
        reportPieces(joiner.give(event.of), event.of, verdict);
      },
      frame(frame, decoded, verdict) {
        const { seq, from, bytes } = frame;
        if (from === 'client' && !clientSpoke) {
          clientSpoke = true;
          for (const breach of held.splice(0)) verdict.broken(breach);
        }
        if (judged(joiner.apply(frame, decoded), from, verdict)) return;
        if (decoded.kind === 'json') return verdict.kept();
        if (decoded.kind !== 'not-json') return;
        if (bytes.at(-1) !== LF) return; // cut off at the end: framing/last-line-is-terminated
        report(accusation({ seq, text: decoded.text, isJson: false }, from), verdict);
      },
      ended(_end, verdict) {
        for (const side of SIDES) reportPieces(joiner.give(side), side, verdict);
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
      '> | {"jsonrpc":"2.0",\n> _tick {}', // the rest of it never came
      '< | {\n< |   "level": "info"\n< | }', // a log entry of several lines, reported once
      '< | { level: 1,\n< | more: 2 }', // reported for each line
      '< | {"jsonrpc":"2.0","method":"_tick","params":{"used":NaN}}', // NaN is not JSON
      '< | {"jsonrpc":"2.0","method":"_tick"}{"jsonrpc":"2.0","method":"_tock"}', // two messages
      '< | Content-Length: 38\n< _tick {}', // an LSP header
      '# the agent was only asked for its version\n< | agent 1.2.3\n= exit {"code":0,"signal":null}', // no more than a note
    ],
    keeps: [
      '< _tick {}',
      '! npm warn deprecated glob@7.2.3\n< _tick {}', // logs belong on stderr
      '< |\n< _tick {}', // framing/line-is-not-blank
      '< _tick {}\n< \\| {"jsonrpc":"2.0","meth\n= exit {"code":null,"signal":"SIGKILL"}', // killed while writing
    ],
  },
});

function accusation({ seq, text }: Piece, side: Side): Breach {
  const stream = side === 'agent' ? 'stdout' : 'the agent’s stdin';
  const { why, seen } = explainNotJson(text);
  return { seq, side, message: `a line on ${stream} is not JSON${why}`, seen, expected: 'one JSON-RPC message' };
}
