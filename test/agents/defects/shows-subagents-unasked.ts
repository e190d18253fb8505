import { defineDefect } from '../define-defect.ts';
import { update } from '../message-lines.ts';
import { SESSION } from '../names.ts';

export default defineDefect({
  does: 'shows a subagent to a client that does not understand them',
  side: 'agent',
  breaks: 'capability/subagents-are-offered',
  besides: { 'schema/names-are-current agent': 'the name is not stable yet' },
  agent: (own) => ({
    reports: (on) => [...own.reports(on), update(SESSION, 'subagent_update', { sessionId: 'child', title: 'Search' })],
  }),
});
