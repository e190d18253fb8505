import { valueAt, stringAt } from '#core/json/json.ts';
import { defineRule } from '../engine/rule.ts';
import { excerpt } from '#core/text/excerpt.ts';

export default defineRule({
  id: 'session/list-keeps-to-its-filter',
  grade: 'warning',
  binds: 'agent',
  versions: [1, 2],
  requires: 'Asked for the sessions of one directory, the agent lists no sessions of others.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-list',
  peers: 'Editors show sessions of other projects, and load them in this one.',
  start: () => ({
    answered({ exchange: { method, params, outcome, opened, closed } }, verdict) {
      if (method !== 'session/list' || !outcome.ok || opened.from !== 'client') return;
      const filter = stringAt(params, 'cwd');
      const sessions = valueAt(outcome.result, 'sessions');
      if (filter === undefined || !Array.isArray(sessions) || sessions.length === 0) return;
      const wanted = lastName(filter);
      const index = sessions.findIndex((session) => {
        const cwd = stringAt(session, 'cwd');
        return cwd !== undefined && lastName(cwd) !== wanted;
      });
      if (index === -1) return verdict.kept();
      verdict.broken({
        seq: closed.seq,
        side: 'agent',
        message: `a session of another directory is listed although ${excerpt(filter, 60)} was asked for`,
        seen: stringAt(sessions[index], 'cwd') ?? '',
        expected: filter,
        pointer: `/result/sessions/${index}/cwd`,
        related: [opened.seq],
      });
    },
  }),
  examples: {
    breaks: [
      '> 1 session/list {"cwd":"/home/me/app"}\n< 1 ok {"sessions":[{"sessionId":"a","cwd":"/home/me/app"},{"sessionId":"b","cwd":"/home/me/lib"}]}',
    ],
    keeps: [
      '> 1 session/list {"cwd":"/home/me/app"}\n< 1 ok {"sessions":[{"sessionId":"a","cwd":"/home/me/app"}]}',
      '> 1 session/list {"cwd":"/tmp/app/"}\n< 1 ok {"sessions":[{"sessionId":"a","cwd":"/private/tmp/app"}]}', // the same directory by another name
      '> 1 session/list {"cwd":"C:\\\\Work\\\\App"}\n< 1 ok {"sessions":[{"sessionId":"a","cwd":"c:/work/app"}]}',
    ],
  },
});

/** The last name of a path. Only this is compared, because agents resolve links and normalise paths. */
const lastName = (path: string): string =>
  path
    .replace(/[/\\]+$/, '')
    .split(/[/\\]/)
    .at(-1)
    ?.toLowerCase() ?? '';
