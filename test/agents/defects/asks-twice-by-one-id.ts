import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'gives two elicitations one id',
  side: 'agent',
  breaks: 'elicitation/id-is-unique',
  agent: (own) => ({
    completesUrl: (on) => [...own.asksByUrl(on).map((line) => line.replace('9', '12')), ...own.completesUrl(on)],
  }),
});
