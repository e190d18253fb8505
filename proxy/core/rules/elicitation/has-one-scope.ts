import { valueAt } from '#core/json/json.ts';
import { renderValue } from '#core/json/render-value.ts';
import { isElicitation } from '#core/protocol/method-traits.ts';
import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';

const begin = handshakeAndSession({ client: { elicitation: { form: {} } } });

export default defineRule({
  id: 'elicitation/has-one-scope',
  grade: 'error',
  binds: 'agent',
  versions: [1, 2],
  requires:
    'An elicitation belongs to a session or to a request of the client that the agent has not answered yet, and not to both.',
  source: 'https://agentclientprotocol.com/protocol/v1/elicitation',
  peers: 'Clients look for the session, and show nothing when they find neither it nor the request.',
  start: () => ({
    request({ exchange: { method, params, opened } }, verdict, trace) {
      if (!isElicitation(method)) return;
      const session = valueAt(params, 'sessionId') ?? undefined;
      const request = valueAt(params, 'requestId') ?? undefined;
      if (session === undefined && request === undefined) return; // schema/params-match
      if (session !== undefined && request !== undefined) {
        if (trace.version() === 2) return; // schema/params-match
        return verdict.broken({
          seq: opened.seq,
          side: 'agent',
          message: 'the elicitation names a session and a request',
          seen: `sessionId ${renderValue(session)}, requestId ${renderValue(request)}`,
          expected: 'one of the two',
          pointer: '/params',
        });
      }
      if (request === undefined) return verdict.kept();
      // Larger numbers may have lost digits.
      if (typeof request !== 'string' && !Number.isSafeInteger(request)) return;
      const token = JSON.stringify(request);
      for (const { id } of trace.openRequests('client')) if (id === token) return verdict.kept();
      verdict.broken({
        seq: opened.seq,
        side: 'agent',
        message: 'no request of the client that is still open has this id',
        seen: `requestId ${token}`,
        expected: 'the id of an open request',
        pointer: '/params/requestId',
        ...(trace.isComplete() ? {} : { grade: 'note' }),
      });
    },
  }),
  examples: {
    breaks: [
      `${begin}\n> 7 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"go"}]}\n< 1 elicitation/create {"sessionId":"s","requestId":7,"mode":"form","message":"How?","requestedSchema":{"type":"object","properties":{}}}`,
      `${begin}\n< 1 elicitation/create {"requestId":"b","mode":"form","message":"How?","requestedSchema":{"type":"object","properties":{}}}`, // answered before
    ],
    keeps: [
      `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"form","message":"How?","requestedSchema":{"type":"object","properties":{}}}`,
      `${begin}\n> 7 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 elicitation/create {"requestId":7,"mode":"form","message":"How?","requestedSchema":{"type":"object","properties":{}}}`,
    ],
  },
});
