import { stringAt } from '#core/json/json.ts';
import { completesElicitation, isElicitation } from '#core/protocol/method-traits.ts';
import { setNewest } from '#core/set-newest.ts';
import type { Seq } from '#core/units.ts';
import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';

/** How many elicitations are remembered, complete or not. */
const MAX_REMEMBERED = 512;

const begin = handshakeAndSession({ client: { elicitation: { url: {} } } });

export default defineRule({
  id: 'elicitation/complete-is-for-an-open-one',
  grade: 'warning',
  binds: 'agent',
  versions: [1, 2],
  requires: '`elicitation/complete` names an elicitation by URL that the agent has asked for, and comes once for each.',
  source: 'https://agentclientprotocol.com/protocol/v1/elicitation',
  peers: 'Clients ignore it. If another one was meant, that one waits for ever.',
  start() {
    const known = new Map<string, { readonly asked: Seq; readonly complete?: Seq }>();
    let forgets = false;
    return {
      request({ exchange: { method, params, opened } }) {
        const id = isElicitation(method) ? stringAt(params, 'elicitationId') : undefined;
        if (id !== undefined && setNewest(known, id, { asked: opened.seq }, MAX_REMEMBERED)) forgets = true;
      },
      // The agent may know that the elicitation is complete before the client has answered.
      notification({ notification: { method, params }, ref }, verdict, trace) {
        const id = completesElicitation(method) ? stringAt(params, 'elicitationId') : undefined;
        if (id === undefined) return;
        const before = known.get(id);
        if (before) known.set(id, { ...before, complete: before.complete ?? ref.seq });
        if (before && before.complete === undefined) return verdict.kept();
        const certain = before !== undefined || (trace.isComplete() && !forgets);
        verdict.broken({
          seq: ref.seq,
          side: 'agent',
          message: before ? 'the elicitation is complete already' : 'the agent has not asked for such an elicitation',
          seen: JSON.stringify(id),
          expected: 'the elicitationId of an open elicitation',
          pointer: '/params/elicitationId',
          ...(before?.complete === undefined ? {} : { related: [before.asked, before.complete] }),
          ...(certain ? {} : { grade: 'note' }),
        });
      },
    };
  },
  examples: {
    breaks: [
      `${begin}\n< elicitation/complete {"elicitationId":"e"}`,
      `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"url","elicitationId":"e","url":"https://example.com","message":"Sign in"}\n> 1 ok {"action":"accept"}\n< elicitation/complete {"elicitationId":"e"}\n< elicitation/complete {"elicitationId":"e"}`,
    ],
    keeps: [
      `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"url","elicitationId":"e","url":"https://example.com","message":"Sign in"}\n> 1 ok {"action":"accept"}\n< elicitation/complete {"elicitationId":"e"}`,
      `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"url","elicitationId":"e","url":"https://example.com","message":"Sign in"}\n< elicitation/complete {"elicitationId":"e"}\n> 1 ok {"action":"accept"}`, // the two crossed
      `${begin}\n< 1 session/elicitation {"sessionId":"s","mode":"url","elicitationId":"e","url":"https://example.com","message":"Sign in"}\n> 1 ok {"action":{"action":"accept"}}\n< session/elicitation/complete {"elicitationId":"e"}`, // the names before April 2026
    ],
  },
});
