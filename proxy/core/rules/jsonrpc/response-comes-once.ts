import { opposite, type Side } from '#core/wire/entry.ts';
import type { IdToken } from '#core/wire/request-id.ts';
import { defineRule } from '../engine/rule.ts';

export default defineRule({
  id: 'jsonrpc/response-comes-once',
  grade: 'error',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires: 'A request is answered once: with a result or with an error, and nothing after that.',
  source: 'https://www.jsonrpc.org/specification#response_object',
  peers: 'The first answer counts. The TypeScript SDK logs the second as one to an unknown request and drops it.',
  start() {
    // Two open requests with one id get two responses: the mistake is the asker's.
    const due: Record<Side, Map<IdToken, number>> = { client: new Map(), agent: new Map() };
    return {
      request({ exchange: { id, opened }, reused }) {
        if (reused) due[opened.from].set(id, (due[opened.from].get(id) ?? 0) + 1);
      },
      answered(_event, verdict) {
        verdict.kept();
      },
      orphan({ response, ref, answer }, verdict) {
        if (answer.why !== 'answered-before') return;
        const { near } = answer;
        const owed = due[opposite(ref.from)];
        const times = owed.get(near.id) ?? 0;
        if (times > 1) owed.set(near.id, times - 1);
        else owed.delete(near.id);
        if (times > 0) return verdict.kept();
        verdict.broken({
          seq: ref.seq,
          side: ref.from,
          message: `${near.method} with id ${near.id} has been answered before`,
          seen: response.outcome.ok ? 'another result' : `error ${response.outcome.error.code}`,
          expected: 'one response',
          pointer: '/id',
          related: near.closed ? [near.opened.seq, near.closed.seq] : [near.opened.seq],
        });
      },
    };
  },
  examples: {
    breaks: [
      '> 1 session/list {}\n< 1 ok {"sessions":[]}\n< 1 ok {"sessions":[]}',
      '> 1 session/list {}\n< 1 ok {"sessions":[]}\n< 1 error {"code":-32603,"message":"Internal error"}',
    ],
    keeps: [
      '> 1 session/list {}\n< 1 ok {"sessions":[]}\n> 1 session/list {}\n< 1 ok {"sessions":[]}', // the id is free again
      '> 1 session/list {}\n< 1 _ask {}\n< 1 ok {"sessions":[]}\n> 1 ok {}', // each side answers the other
    ],
  },
});
