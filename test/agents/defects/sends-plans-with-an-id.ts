import { defineDefect } from '../define-defect.ts';
import { update } from '../message-lines.ts';
import { SESSION } from '../names.ts';

export default defineDefect({
  does: 'sends a plan with an id to a client that does not follow those',
  side: 'agent',
  breaks: 'capability/plan-updates-are-offered',
  besides: { 'schema/names-are-current agent': 'the name is not stable yet' },
  agent: (own) => ({
    reports: (on) => [
      ...own.reports(on),
      update(SESSION, 'plan_update', { plan: { type: 'items', planId: 'p', entries: [] } }),
    ],
  }),
});
