import { wrapsForSuccessor } from '#core/protocol/envelope.ts';
import { formOf } from '#core/protocol/method-form.ts';
import { beginsTurn } from '#core/protocol/method-traits.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import { createOrderedSet } from '#core/trace/ordered-set.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import type { Decoded } from '#core/wire/decode-frame.ts';
import { opposite, SIDES, type FrameEntry, type Side } from '#core/wire/entry.ts';
import { exitOf, type Exit } from '#core/wire/exit.ts';
import type { IdToken } from '#core/wire/request-id.ts';
import { defineRule } from '../engine/rule.ts';
import { PROMPT } from '../examples/turn.ts';
import { createCancelledRequests } from '../helpers/cancelled-requests.ts';
import { createLastWords } from '../helpers/last-words.ts';
import { createRefusables } from '../helpers/refusable.ts';

/** Signals of a program's own defects. */
const CRASHES = new Set(['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP']);

/** Requests that are often open when the client closes: each waits for something that may take any time. */
const LASTING = new Set(['session/prompt', 'terminal/wait_for_exit']);

export default defineRule({
  id: 'jsonrpc/request-is-answered',
  grade: 'warning',
  binds: 'sender',
  versions: [1, 2],
  requires: 'Every request is answered before the connection ends, one for an unknown method with an error.',
  source: 'https://www.jsonrpc.org/specification#response_object',
  peers: 'The asker waits for ever, or until a timeout of its own. Editors show this as an agent that hangs.',
  start() {
    const refusables = createRefusables();
    const cancelled = createCancelledRequests();
    const lastWords = createLastWords();
    // Open requests without a finding for their missing response.
    const waiting = { client: createOrderedSet<Exchange>(), agent: createOrderedSet<Exchange>() };
    let refusable = false; // whether the current frame is
    let gap = false;
    let mayEnd = false; // because the client has gone, or acptap got a signal
    /** How the agent ended while its client was there: "with code 1". */
    let ending: Ending | undefined;

    const explain = (exchange: Exchange | undefined) => exchange && waiting[exchange.opened.from].delete(exchange);

    /** A request that needs a response, and has no finding elsewhere. */
    const isMissing = (exchange: Exchange, asker: Side) =>
      waiting[asker].has(exchange) && !cancelled.of(exchange) && formOf(exchange.method, asker) !== 'notification';

    /** How the agent ended, if that is why it does not answer the request. */
    const howItEnded = ({ method, opened }: Exchange) =>
      opened.from === 'client' && !gap && (ending?.isFailure || beginsTurn(method)) ? ending?.how : undefined;

    return {
      event(entry) {
        const { event } = entry;
        if (event.event === 'gap' && event.of !== 'stderr') gap = true;
        if (event.event === 'signal' || (event.event === 'eof' && event.of === 'client')) mayEnd = true;
        const exit = exitOf(entry);
        if (exit && !mayEnd) ending = endingOf(exit);
      },
      stderr(piece) {
        lastWords.add(piece);
      },
      frame(frame, decoded, _verdict, trace) {
        if (frame.from === 'agent') lastWords.forget();
        refusable = refusables.remember(frame, decoded);
        if (!refusable) return;
        for (const id of idsIn(damagedText(frame, decoded) ?? '')) explain(trace.openRequest(opposite(frame.from), id));
      },
      request({ exchange, reused }) {
        explain(reused);
        if (wrapsForSuccessor(exchange)) return; // the request inside is judged
        if (!refusable) waiting[exchange.opened.from].add(exchange); // else it may have been refused under the id null
      },
      notification(event, _verdict, trace) {
        cancelled.remember(event, trace);
      },
      answered({ exchange }, verdict) {
        explain(exchange);
        verdict.kept();
      },
      session({ session: { id, closedBy } }, _verdict, trace) {
        if (closedBy !== 'session/close') return;
        for (const exchange of trace.openRequests('client'))
          if (exchange.method === 'session/prompt' && exchange.session === id) explain(exchange); // session/close-ends-its-turns
      },
      orphan(orphan) {
        const { answer, ref } = orphan;
        if (answer.why === 'other-id-type') explain(answer.near);
        // Most likely meant for the latest request.
        else if (answer.why !== 'answered-before' && !refusables.explains(orphan))
          explain(waiting[opposite(ref.from)].newest());
      },
      ended({ orderly, cutShort }, verdict, trace) {
        if (cutShort) return;
        const unanswered = [...trace.openRequests('agent')].filter((exchange) => isMissing(exchange, 'agent'));
        const waitForClient = new Set(unanswered.map(({ session }) => session)); // the finding is about the agent's request
        for (const asker of SIDES)
          for (const exchange of trace.openRequests(asker)) {
            const { method, id, opened, session } = exchange;
            if (!isMissing(exchange, asker)) continue;
            const ended = howItEnded(exchange);
            if (asker === 'client' && !ended && beginsTurn(method) && waitForClient.has(session)) continue;
            // Nobody answers an agent that has quit.
            const isOfTurn = asker === 'agent' && session !== undefined && trace.currentTurn(session) !== undefined;
            const hasQuit = ending !== undefined && (ending.isFailure || isOfTurn);
            const excused = !orderly || gap || LASTING.has(method) || hasQuit;
            verdict.broken({
              seq: opened.seq,
              side: opposite(asker),
              message: `${method} with id ${id} ${fateOf(ended, orderly)}`,
              seen: ended ? seenOf(lastWords.line()) : 'no response',
              expected: 'a result or an error',
              ...(ended ? { grade: 'error' } : excused ? { grade: 'note' } : {}),
            });
          }
      },
    };
  },
  examples: {
    breaks: [
      '> 1 session/list {}\n= eof {"of":"client"}\n= exit {"code":0,"signal":null}',
      '< 1 _ask {}\n= exit {"code":0,"signal":null}', // extension requests are answered as well
      '> 1 session/list {}\n= exit {"code":null,"signal":"SIGKILL"}', // killed: a note
      `${PROMPT}\n= exit {"code":1,"signal":null}`, // crashed: an error
      `${PROMPT}\n= exit {"code":null,"signal":"SIGSEGV"}`, // an error, too
      `${PROMPT}\n= eof {"of":"client"}\n= exit {"code":1,"signal":null}`, // the client has gone: a note
      `${PROMPT}\n< 1 fs/read_text_file {"sessionId":"s","path":"/w/a"}\n= eof {"of":"client"}\n= exit {"code":0,"signal":null}`, // the client's alone
      `${PROMPT}\n= exit {"code":0,"signal":null}`, // the agent quits in the middle of a turn: an error
      '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/wait_for_exit {"sessionId":"s","terminalId":"t"}\n< 3 terminal/release {"sessionId":"s","terminalId":"t"}\n> 3 ok {}\n= exit {"code":0,"signal":null}', // a note
    ],
    keeps: [
      '> 1 session/list {}\n< 1 ok {"sessions":[]}\n= exit {"code":0,"signal":null}',
      '> 1 session/list {}\n< 1 error {"code":-32601,"message":"Method not found"}\n= exit {"code":0,"signal":null}',
      '> 1 session/list {}\n< 1 ok {"sessions":[]}\n> 2 session/list {}', // still live
    ],
  },
});

interface Ending {
  readonly how: string;
  /** False for code 0: then only an open turn is a mistake. */
  readonly isFailure: boolean;
}

/** Undefined for an agent that somebody may have ended. */
function endingOf({ code, signal }: Exit): Ending | undefined {
  if (signal !== null) return CRASHES.has(signal) ? { how: `by ${signal}`, isFailure: true } : undefined;
  if (code === null || code > 128) return undefined; // above 128: by a signal
  return { how: `with code ${code}`, isFailure: code > 0 };
}

const seenOf = (words: string | undefined): string =>
  words === undefined ? 'no response' : `no response, and on stderr: ${words}`;

function fateOf(ending: string | undefined, orderly: boolean): string {
  if (ending) return `was open when the agent ended ${ending}`;
  return orderly ? 'was never answered' : 'was open when the connection broke off';
}

/** How many bytes at each end of a frame are searched for an id. */
const LOOKED_AT = 4096;

/** Both ends of a frame that is not a message, to search for an id; undefined for a message. */
function damagedText({ bytes }: FrameEntry, decoded: Decoded): string | undefined {
  if (decoded.kind === 'json' && decoded.parts.some(({ message }) => message !== undefined)) return undefined;
  const rest = bytes.subarray(Math.max(LOOKED_AT, bytes.length - LOOKED_AT)); // empty for a short frame
  return `${decodeLossy(bytes.subarray(0, LOOKED_AT))} ${decodeLossy(rest)}`;
}

/** The values that look like ids in a text. */
function* idsIn(text: string): Generator<IdToken> {
  for (const [, id] of text.matchAll(/"id": ?("(?:[^"\\]|\\.)*"|-?\d+)(?![\d.eE+-])/g)) yield id as IdToken; // only used for look-ups
}
