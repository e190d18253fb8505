import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'sends an empty line between two messages',
  side: 'agent',
  breaks: 'framing/line-is-not-blank',
  agent: (own) => ({
    reports: (on) => [...own.reports(on), '|'],
  }),
});
