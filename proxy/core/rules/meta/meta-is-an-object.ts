import type { Place } from '#core/trace/place.ts';
import { at, isObject } from '#core/wire/json.ts';
import { excerpt } from '../excerpt.ts';
import { defineRule, type Verdict } from '../rule.ts';

export default defineRule({
  id: 'meta/meta-is-an-object',
  grade: 'warning',
  binds: 'sender',
  versions: [1, 2],
  requires: 'What `_meta` holds is an object, or null for none.',
  source: 'https://agentclientprotocol.com/protocol/v1/extensibility#the-meta-field',
  peers: 'Receivers take anything else for no `_meta` at all, and its contents are lost.',
  start() {
    function judge(holder: unknown, pointer: string, { seq, from }: Place, verdict: Verdict): void {
      const meta = at(holder, '_meta');
      if (meta === undefined) return;
      if (meta === null || isObject(meta)) return verdict.kept();
      verdict.broken({
        seq,
        side: from,
        message: '_meta is no object',
        seen: excerpt(JSON.stringify(meta)),
        expected: 'an object or null',
        pointer,
      });
    }

    return {
      call({ params, place }, verdict) {
        judge(params, '/params/_meta', place, verdict);
      },
      update({ update, place }, verdict) {
        judge(update, '/params/update/_meta', place, verdict);
      },
      answered({ exchange: { outcome, closed } }, verdict) {
        if (outcome?.ok) judge(outcome.result, '/result/_meta', closed, verdict);
      },
    };
  },
  examples: {
    breaks: [
      '> 1 session/list {"_meta":"trace-1"}',
      '> 1 session/list {}\n< 1 ok {"sessions":[],"_meta":[]}',
      '< session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"a"},"_meta":true}}',
    ],
    keeps: ['> 1 session/list {"_meta":{"com.example":1}}', '> 1 session/list {"_meta":null}'],
  },
});
