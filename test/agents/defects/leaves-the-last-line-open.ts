import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'ends without a line feed',
  side: 'agent',
  breaks: 'framing/last-line-is-terminated',
  agent: () => ({
    logout: ({ id }) => [String.raw`\| {"jsonrpc":"2.0","id":${id},"result":{}}`],
  }),
});
