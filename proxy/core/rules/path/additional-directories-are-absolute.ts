import { valueAt } from '#core/json/json.ts';
import { opensSession } from '#core/protocol/method-traits.ts';
import { defineRule } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';
import { firstRelative } from '../helpers/absolute-path.ts';

const AGENT = handshake({ agent: { sessionCapabilities: { additionalDirectories: {} } } });

export default defineRule({
  id: 'path/additional-directories-are-absolute',
  grade: 'error',
  binds: 'client',
  versions: [1, 2],
  requires: 'Each of a session’s `additionalDirectories` is an absolute path.',
  source: 'https://agentclientprotocol.com/protocol/v1/session-setup',
  peers: 'Agents refuse the session, or look in the wrong place.',
  start: () => ({
    request({ exchange: { method, params, opened } }, verdict) {
      if (opened.from !== 'client' || !opensSession(method)) return;
      const directories = valueAt(params, 'additionalDirectories');
      if (!Array.isArray(directories) || directories.length === 0) return;
      const found = firstRelative(directories);
      if (!found) return verdict.kept();
      const { index, ...rest } = found;
      verdict.broken({
        seq: opened.seq,
        side: 'client',
        message: 'an additional directory is not absolute',
        pointer: `/params/additionalDirectories/${index}`,
        ...rest,
      });
    },
  }),
  examples: {
    breaks: [
      `${AGENT}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[],"additionalDirectories":["/home/me/lib","../docs"]}`,
    ],
    keeps: [
      `${AGENT}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[],"additionalDirectories":["/home/me/lib","D:\\\\docs"]}`,
    ],
  },
});
