import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'says twice that an elicitation is complete',
  side: 'agent',
  breaks: 'elicitation/complete-is-for-an-open-one',
  agent: (own) => ({
    completesUrl: (on) => [...own.completesUrl(on), ...own.completesUrl(on)],
  }),
});
