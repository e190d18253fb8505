import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'writes a message over several lines',
  side: 'agent',
  breaks: 'framing/message-is-on-one-line',
  agent: (own) => ({
    reports: (on) => [...own.reports(on), '| {', '|   "jsonrpc": "2.0",', '|   "method": "_note"', '| }'],
  }),
});
