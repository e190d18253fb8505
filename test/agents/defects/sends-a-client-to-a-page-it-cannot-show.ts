import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'asks by URL a client that shows only forms',
  side: 'agent',
  breaks: 'capability/elicitation-mode-is-offered',
  client: (own) => ({
    initializes: changing(own.initializes, ',"url":{}', ''),
  }),
});
