import { defineDefect } from '../define-defect.ts';
import { update } from '../message-lines.ts';
import { SESSION } from '../names.ts';

export default defineDefect({
  does: 'sends only the entry of the plan that has changed',
  side: 'agent',
  breaks: 'plan/list-is-complete',
  agent: (own) => ({
    hasRead: (on) => [
      ...own.hasRead(on),
      update(SESSION, 'plan', { entries: [{ content: 'Correct it', priority: 'medium', status: 'in_progress' }] }),
    ],
  }),
});
