import { opposite, type Side } from '#core/wire/entry.ts';
import type { Response } from '#core/wire/jsonrpc.ts';
import { defineRule } from '../engine/rule.ts';
import { excerpt } from '#core/text/excerpt.ts';
import { createRefusables } from '../helpers/refusable.ts';

export default defineRule({
  id: 'jsonrpc/response-answers-a-request',
  grade: 'error',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires:
    'A response answers a request that the other side has sent and that is still open. Notifications are not answered. Only an error about a message that could not be read has the id null.',
  source: 'https://www.jsonrpc.org/specification#response_object',
  peers: 'The response is logged and dropped. If it was meant for a request, that request waits for ever.',
  start() {
    const refusables = createRefusables();
    // The last notification of each side, unless a request followed.
    const notified: Record<Side, string | undefined> = { client: undefined, agent: undefined };
    const nullsDue = { client: 0, agent: 0 }; // two open requests of id null get two responses

    return {
      frame: refusables.remember,
      request({ exchange: { id, opened }, reused }) {
        if (reused && id === 'null') nullsDue[opened.from] += 1;
        notified[opened.from] = undefined;
      },
      notification({ notification: { method }, ref: { from } }) {
        notified[from] = method;
      },
      answered(_event, verdict) {
        verdict.kept();
      },
      orphan(orphan, verdict, trace) {
        const { response, ref, answer } = orphan;
        const asker = opposite(ref.from);
        if (refusables.explains(orphan)) return verdict.kept();
        if (answer.why !== 'never-asked' && answer.why !== 'null-id') return; // other rules
        if (answer.why === 'null-id' && nullsDue[asker] > 0) return void (nullsDue[asker] -= 1);
        const [open, ...others] = response.id === 'null' ? [] : trace.openRequests(asker);
        verdict.broken({
          ...accusation(response, notified[asker]),
          // Most likely meant for the only open request, which waits for ever.
          ...(open && others.length === 0
            ? { expected: `the id of an open request: ${open.id} for ${open.method}`, related: [open.opened.seq] }
            : {}),
          seq: ref.seq,
          side: ref.from,
          seen: answer.error ? `error ${answer.error.code}: ${excerpt(answer.error.message)}` : 'a result',
          pointer: '/id',
          ...(trace.isComplete() ? {} : { grade: 'note' }), // the recording may lack the request
        });
      },
    };
  },
  examples: {
    breaks: [
      '< 7 ok {}',
      '> 1 session/list {}\n< 2 ok {"sessions":[]}', // names the open request
      '> session/cancel {"sessionId":"s"}\n< null error {"code":-32601,"message":"Method not found"}', // a notification, answered
      '> 1 session/list {}\n< null ok {"sessions":[]}',
      '# recorded from the middle: a note\n> _tick {}\n< 7 ok {}',
      '= gap {"of":"client","bytes":120}\n< 7 ok {}', // the request may be in the gap: a note
    ],
    keeps: [
      '> 1 session/list {}\n< 1 ok {"sessions":[]}',
      '> | not json\n< null error {"code":-32700,"message":"Parse error"}',
      '> | 42\n> _tick {}\n< null error {"code":-32600,"message":"Invalid request"}', // the answer may come a little later
      '> | {"jsonrpc":"2.0","id":5,"method":7}\n< 5 error {"code":-32600,"message":"Invalid request"}',
      '> | {"jsonrpc":"2.0","id":5,"method":"_open","params":{"path":"caf\\xe9"}}\n< 5 ok {}', // read with U+FFFD and answered
    ],
  },
});

function accusation({ id, outcome }: Response, notification: string | undefined) {
  const expected = 'the id of an open request';
  if (id !== 'null') return { message: `no open request has the id ${id}`, expected };
  if (outcome.ok) return { message: 'a result has the id null, so it answers no request', expected };
  if (notification !== undefined)
    return { message: `an error answers ${notification}, which is a notification`, expected: 'no answer' };
  return {
    message: 'an error has the id null, but no unreadable line came before it',
    expected: 'the id of a request',
    grade: 'warning' as const, // only its sender knows which frame it could not read
  };
}
