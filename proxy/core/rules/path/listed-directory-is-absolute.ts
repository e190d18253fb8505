import { valueAt } from '#core/json/json.ts';
import { defineRule } from '../engine/rule.ts';
import { firstRelative } from '../helpers/absolute-path.ts';

const cwdOf = (session: unknown): unknown => valueAt(session, 'cwd');

export default defineRule({
  id: 'path/listed-directory-is-absolute',
  grade: 'error',
  binds: 'agent',
  versions: [1, 2],
  requires: 'The `cwd` of each session that the agent lists is an absolute path.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-list',
  peers: 'Editors cannot tell to which project the session belongs.',
  start: () => ({
    answered({ exchange: { method, outcome, opened, closed } }, verdict) {
      if (method !== 'session/list' || !outcome.ok || opened.from !== 'client') return;
      const sessions = valueAt(outcome.result, 'sessions');
      if (!Array.isArray(sessions) || sessions.length === 0) return;
      const found = firstRelative(sessions, cwdOf);
      if (!found) return verdict.kept();
      const { index, ...rest } = found;
      verdict.broken({
        seq: closed.seq,
        side: 'agent',
        message: 'the cwd of a listed session is not absolute',
        pointer: `/result/sessions/${index}/cwd`,
        ...rest,
      });
    },
  }),
  examples: {
    breaks: [
      '> 1 session/list {}\n< 1 ok {"sessions":[{"sessionId":"a","cwd":"/home/me/app"},{"sessionId":"b","cwd":"lib"}]}',
    ],
    keeps: ['> 1 session/list {}\n< 1 ok {"sessions":[{"sessionId":"a","cwd":"/home/me/app"}]}'],
  },
});
