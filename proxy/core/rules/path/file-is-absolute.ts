import { valueAt } from '#core/json/json.ts';
import { defineRule } from '../engine/rule.ts';
import { relative } from '../helpers/absolute-path.ts';

export default defineRule({
  id: 'path/file-is-absolute',
  grade: 'error',
  binds: 'agent',
  versions: [1],
  requires: 'The path of a file that the agent reads or writes through the client is absolute.',
  source: 'https://agentclientprotocol.com/protocol/v1/overview',
  peers: 'Editors answer with an error, or look below their own working directory.',
  start: () => ({
    request({ exchange: { method, params, opened } }, verdict) {
      if (opened.from !== 'agent' || (method !== 'fs/read_text_file' && method !== 'fs/write_text_file')) return;
      const path = valueAt(params, 'path');
      if (typeof path !== 'string') return;
      const found = relative(path);
      if (!found) return verdict.kept();
      const message = `the path of ${method} is not absolute`;
      verdict.broken({ seq: opened.seq, side: 'agent', message, pointer: '/params/path', ...found });
    },
  }),
  examples: {
    breaks: [
      '< 1 fs/read_text_file {"sessionId":"s","path":"README.md"}',
      '< 1 fs/write_text_file {"sessionId":"s","path":"./LICENSE","content":"MIT"}',
      '< 1 fs/read_text_file {"sessionId":"s","path":"file:///home/me/app/README.md"}', // a URL is not a path
    ],
    keeps: [
      '< 1 fs/read_text_file {"sessionId":"s","path":"/home/me/app/README.md"}',
      '< 1 fs/write_text_file {"sessionId":"s","path":"C:/Users/me/app/LICENSE","content":"MIT"}',
    ],
  },
});
