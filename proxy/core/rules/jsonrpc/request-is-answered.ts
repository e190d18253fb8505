import type { Exchange } from '#core/trace/exchanges.ts';
import type { Trace } from '#core/trace/trace.ts';
import { decodeLossy } from '#core/wire/bytes.ts';
import type { Decoded } from '#core/wire/decode.ts';
import { opposite, type FrameEntry, type Side } from '#core/wire/entry.ts';
import { createCancelledRequests } from '../cancelled-requests.ts';
import { formOf } from '../method-form.ts';
import { createRefusables } from '../refusable.ts';
import { defineRule } from '../rule.ts';

const SIDES = ['client', 'agent'] as const;

/** Requests that are often open when the client closes: each waits for something that may take as long as it likes. */
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
    // Open requests for whose missing answer there is a finding already.
    const explained = new Set<Exchange>();
    let refusable = false; // whether the frame at hand is
    let gap = false;

    /** An answer that reached nobody: most likely to what was asked last. */
    function lose(asker: Side, trace: Trace): void {
      let newest: Exchange | undefined;
      for (const exchange of trace.openRequests(asker)) if (!explained.has(exchange)) newest = exchange;
      if (newest) explained.add(newest);
    }

    return {
      event({ event }) {
        if (event.event === 'gap' && event.of !== 'stderr') gap = true;
      },
      frame(frame, decoded, _verdict, trace) {
        refusable = refusables.see(frame, decoded);
        if (!refusable) return;
        const text = damagedText(frame, decoded);
        if (text === undefined) return;
        for (const exchange of trace.openRequests(opposite(frame.from)))
          if (mentions(text, exchange.id)) explained.add(exchange);
      },
      request({ exchange, reused }) {
        if (reused) explained.delete(reused);
        if (refusable) explained.add(exchange); // it may have been refused under the id null
      },
      notification(event, _verdict, trace) {
        cancelled.see(event, trace);
      },
      answered({ exchange }, verdict) {
        explained.delete(exchange);
        verdict.kept();
      },
      session({ session: { id, closedBy } }, _verdict, trace) {
        if (closedBy !== 'session/close') return;
        for (const exchange of trace.openRequests('client'))
          if (exchange.method === 'session/prompt' && exchange.session === id) explained.add(exchange); // session/close-ends-its-turns
      },
      orphan(orphan, _verdict, trace) {
        const { answer, place } = orphan;
        if (answer.why === 'other-id-type') explained.add(answer.near);
        else if (answer.why !== 'answered-before' && !refusables.explains(orphan)) lose(opposite(place.from), trace);
      },
      ended({ orderly }, verdict, trace) {
        for (const asker of SIDES)
          for (const exchange of trace.openRequests(asker)) {
            const { method, id, opened } = exchange;
            if (cancelled.of(exchange)) continue; // cancel/cancelled-request-is-answered
            if (explained.has(exchange) || formOf(method, asker) === 'notification') continue;
            const excused = !orderly || gap || LASTING.has(method);
            verdict.broken({
              seq: opened.seq,
              side: opposite(asker),
              message: orderly
                ? `${method} with id ${id} was never answered`
                : `${method} with id ${id} was open when the connection broke off`,
              seen: 'no response',
              expected: 'a result or an error',
              ...(excused ? { grade: 'note' } : {}),
            });
          }
      },
    };
  },
  examples: {
    breaks: [
      '> 1 session/list {}\n= exit {"code":0,"signal":null}',
      '< 1 _ask {}\n= exit {"code":0,"signal":null}', // extension requests are answered as well
      '> 1 session/list {}\n= exit {"code":null,"signal":"SIGKILL"}', // killed: a note
      '< 1 terminal/create {"sessionId":"s","command":"npm"}\n> 1 ok {"terminalId":"t"}\n< 2 terminal/wait_for_exit {"sessionId":"s","terminalId":"t"}\n< 3 terminal/release {"sessionId":"s","terminalId":"t"}\n> 3 ok {}\n= exit {"code":0,"signal":null}', // a note
    ],
    keeps: [
      '> 1 session/list {}\n< 1 ok {"sessions":[]}\n= exit {"code":0,"signal":null}',
      '> 1 session/list {}\n< 1 error {"code":-32601,"message":"Method not found"}\n= exit {"code":0,"signal":null}',
      '> 1 session/list {}\n< 1 ok {"sessions":[]}\n> 2 session/list {}', // not yet is not never
    ],
  },
});

/** Enough for any id in the beginning of a message, and for one at its end. */
const LOOKED_AT = 4096;

/** Both ends of a frame that is no message, to look for an id in it; undefined when it is one. */
function damagedText({ bytes }: FrameEntry, decoded: Decoded): string | undefined {
  if (decoded.kind === 'json' && decoded.parts.some(({ message }) => message !== undefined)) return undefined;
  const rest = bytes.subarray(Math.max(LOOKED_AT, bytes.length - LOOKED_AT)); // empty when the beginning is all
  return `${decodeLossy(bytes.subarray(0, LOOKED_AT))} ${decodeLossy(rest)}`;
}

function mentions(text: string, id: string): boolean {
  for (const member of ['"id":', '"id": ']) {
    const start = text.indexOf(member + id);
    const next = text[start + member.length + id.length] ?? '';
    if (start !== -1 && !/[\d.eE+-]/.test(next)) return true; // 1 is not the beginning of 12
  }
  return false;
}
