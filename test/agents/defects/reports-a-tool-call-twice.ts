import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'introduces a tool call twice',
  side: 'agent',
  breaks: 'tool-call/id-is-used-once',
  agent: (own) => ({
    hasWritten: (on) => [...own.proposesEdit(on), ...own.hasWritten(on)],
  }),
});
