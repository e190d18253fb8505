import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'writes a log line to stdout',
  side: 'agent',
  breaks: 'framing/line-is-json',
  agent: (own) => ({
    reports: (on) => [...own.reports(on), '| debug: cache miss'],
  }),
});
