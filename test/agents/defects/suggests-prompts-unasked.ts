import { defineDefect } from '../define-defect.ts';
import { update } from '../message-lines.ts';
import { SESSION } from '../names.ts';

export default defineDefect({
  does: 'suggests prompts to a client that does not show any',
  side: 'agent',
  breaks: 'capability/prompt-suggestions-are-offered',
  besides: { 'schema/names-are-current agent': 'the name is not stable yet' },
  agent: (own) => ({
    reports: (on) => [...own.reports(on), update(SESSION, 'prompt_suggestions_update', { suggestions: [] })],
  }),
});
