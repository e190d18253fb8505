import { valueAt } from '#core/json/json.ts';
import { opensSession } from '#core/protocol/method-traits.ts';
import { defineRule } from '../engine/rule.ts';
import { relative } from '../helpers/absolute-path.ts';

export default defineRule({
  id: 'path/working-directory-is-absolute',
  grade: 'error',
  binds: 'client',
  versions: [1, 2],
  requires: 'The `cwd` of a session, and the one by which sessions are listed, is an absolute path.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-setup',
  peers: 'Agents take it as relative to where they were started, which is rarely what the user sees, or refuse it.',
  start: () => ({
    request({ exchange: { method, params, opened } }, verdict) {
      if (opened.from !== 'client' || !(opensSession(method) || method === 'session/list')) return;
      const cwd = valueAt(params, 'cwd');
      if (typeof cwd !== 'string') return;
      const found = relative(cwd);
      if (!found) return verdict.kept();
      const message = `the cwd of ${method} is not absolute`;
      verdict.broken({ seq: opened.seq, side: 'client', message, pointer: '/params/cwd', ...found });
    },
  }),
  examples: {
    breaks: [
      '> 1 session/new {"cwd":"app","mcpServers":[]}',
      '> 1 session/load {"sessionId":"old","cwd":"~/app","mcpServers":[]}',
      '> 1 session/new {"cwd":"file:///home/me/app","mcpServers":[]}', // a URL is not a path
      '> 1 session/new {"cwd":"","mcpServers":[]}',
      '> 1 session/list {"cwd":"."}',
    ],
    keeps: [
      '> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}',
      '> 1 session/new {"cwd":"C:\\\\Users\\\\me\\\\app","mcpServers":[]}\n> 2 session/new {"cwd":"c:/Users/me/app","mcpServers":[]}',
      '> 1 session/new {"cwd":"\\\\\\\\server\\\\share\\\\app","mcpServers":[]}',
      '> 1 session/list {"cwd":"/home/me/app"}',
    ],
  },
});
