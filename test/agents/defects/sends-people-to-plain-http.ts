import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'sends a person to a page without encryption',
  side: 'agent',
  breaks: 'elicitation/url-is-secure',
  agent: (own) => ({
    asksByUrl: changing(own.asksByUrl, 'https:', 'http:'),
  }),
});
