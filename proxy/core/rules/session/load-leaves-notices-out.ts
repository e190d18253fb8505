import type { Exchange } from '#core/trace/exchanges.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import { defineRule } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';
import { isHistory } from '../helpers/history.ts';

const LOAD = `${handshake({ client: { session: { notices: {} } }, agent: { loadSession: true } })}
       > 1 session/load {"sessionId":"old","cwd":"/home/me/app","mcpServers":[]}`;
const USER =
  '< session/update {"sessionId":"old","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"Hi"}}}';
const NOTICE =
  '< session/update {"sessionId":"old","update":{"sessionUpdate":"notice","severity":"info","title":"Model changed"}}';

export default defineRule({
  id: 'session/load-leaves-notices-out',
  grade: 'warning',
  binds: 'agent',
  versions: [1],
  requires: 'Notices are for the moment. They should not be among the history that session/load replays.',
  source: 'https://agentclientprotocol.com/protocol/v1/draft/session-setup',
  peers: 'Editors show the user a notice of long ago as if it were new.',
  start() {
    const loading = new Map<string, { readonly exchange: Exchange; hasHistory: boolean; notice?: MessageRef }>();
    return {
      request({ exchange }) {
        const { method, session: id, opened } = exchange;
        if (method === 'session/load' && id !== undefined && opened.from === 'client')
          loading.set(id, { exchange, hasHistory: false });
      },
      update({ session: id, variant, ref }, verdict) {
        const load = loading.size > 0 && ref.from === 'agent' ? loading.get(id) : undefined;
        if (!load) return;
        if (variant === 'notice' && load.hasHistory) load.notice ??= ref;
        if (!isHistory(variant)) return;
        load.hasHistory = true;
        if (!load.notice) return; // before and after history a notice may be about the loading
        loading.delete(id); // once
        verdict.broken({
          seq: load.notice.seq,
          side: 'agent',
          message: `a notice stands amid the history of the session ${id}`,
          seen: 'notice',
          expected: 'no notices in what is replayed',
          pointer: '/params/update/sessionUpdate',
          related: [load.exchange.opened.seq],
        });
      },
      answered({ exchange }, verdict) {
        const load = loading.get(exchange.session ?? '');
        if (load?.exchange !== exchange || !loading.delete(exchange.session ?? '')) return;
        if (exchange.outcome.ok && load.hasHistory) verdict.kept();
      },
    };
  },
  examples: {
    breaks: [`${LOAD}\n${USER}\n${NOTICE}\n${USER}\n< 1 ok {}`],
    keeps: [`${LOAD}\n${NOTICE}\n${USER}\n${USER}\n< 1 ok {}`, `${LOAD}\n${USER}\n${NOTICE}\n< 1 ok {}\n${NOTICE}`],
  },
});
