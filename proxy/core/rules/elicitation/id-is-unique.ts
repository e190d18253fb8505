import { stringAt } from '#core/json/json.ts';
import { completesElicitation, isElicitation } from '#core/protocol/method-traits.ts';
import { setNewest } from '#core/set-newest.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { elicitationAnswer } from '../helpers/elicitation-form.ts';

interface Outstanding {
  readonly asked: MessageRef;
  readonly accepted: boolean;
}

/** How many incomplete elicitations are remembered. */
const MAX_REMEMBERED = 256;

const begin = handshakeAndSession({ client: { elicitation: { url: {} } } });

export default defineRule({
  id: 'elicitation/id-is-unique',
  grade: 'error',
  binds: 'agent',
  versions: [1, 2],
  requires: 'An elicitation by URL has an id that no other open elicitation has.',
  source: 'https://agentclientprotocol.com/protocol/v1/elicitation',
  peers: 'Clients take the two for one, and end the wrong one when the agent says that it is complete.',
  start() {
    const outstanding = new Map<string, Outstanding>();
    return {
      request({ exchange: { method, params, opened } }, verdict) {
        const id = isElicitation(method) ? stringAt(params, 'elicitationId') : undefined;
        if (id === undefined || stringAt(params, 'mode') !== 'url') return;
        const before = outstanding.get(id);
        setNewest(outstanding, id, { asked: opened, accepted: false }, MAX_REMEMBERED);
        if (!before) return verdict.kept();
        verdict.broken({
          seq: opened.seq,
          side: 'agent',
          message: before.accepted
            ? 'an elicitation that is not complete has this id'
            : 'an elicitation without an answer so far has this id',
          seen: JSON.stringify(id),
          expected: 'an id of its own',
          pointer: '/params/elicitationId',
          related: [before.asked.seq],
          ...(before.accepted ? { grade: 'warning' } : {}), // not every agent reports the completion
        });
      },
      answered({ exchange: { method, params, outcome, opened } }) {
        const id = isElicitation(method) ? stringAt(params, 'elicitationId') : undefined;
        const current = id === undefined ? undefined : outstanding.get(id);
        if (id === undefined || current?.asked.seq !== opened.seq) return;
        const accepted = outcome.ok && stringAt(elicitationAnswer(outcome.result).answer, 'action') === 'accept';
        if (accepted) outstanding.set(id, { ...current, accepted });
        else outstanding.delete(id);
      },
      notification({ notification: { method, params } }) {
        if (completesElicitation(method)) outstanding.delete(stringAt(params, 'elicitationId') ?? '');
      },
    };
  },
  examples: {
    breaks: [
      `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"url","elicitationId":"e","url":"https://example.com","message":"Sign in"}\n< 2 elicitation/create {"sessionId":"s","mode":"url","elicitationId":"e","url":"https://example.com","message":"Sign in"}`,
      `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"url","elicitationId":"e","url":"https://example.com","message":"Sign in"}\n> 1 ok {"action":"accept"}\n< 2 elicitation/create {"sessionId":"s","mode":"url","elicitationId":"e","url":"https://example.com","message":"Sign in"}`, // a warning
    ],
    keeps: [
      `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"url","elicitationId":"e","url":"https://example.com","message":"Sign in"}\n> 1 ok {"action":"accept"}\n< elicitation/complete {"elicitationId":"e"}\n< 2 elicitation/create {"sessionId":"s","mode":"url","elicitationId":"e","url":"https://example.com","message":"Sign in"}`,
      `${begin}\n< 1 elicitation/create {"sessionId":"s","mode":"url","elicitationId":"e","url":"https://example.com","message":"Sign in"}\n> 1 ok {"action":"decline"}\n< 2 elicitation/create {"sessionId":"s","mode":"url","elicitationId":"e","url":"https://example.com","message":"Sign in"}`, // asked again
    ],
  },
});
