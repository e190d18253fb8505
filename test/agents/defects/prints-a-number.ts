import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'sends a number, which is not a message',
  side: 'agent',
  breaks: 'jsonrpc/frame-is-an-object',
  agent: (own) => ({
    reports: (on) => [...own.reports(on), '| 42'],
  }),
});
