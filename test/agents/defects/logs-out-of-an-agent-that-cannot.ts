import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'logs out of an agent that does not say it can',
  side: 'client',
  breaks: 'capability/logout-is-offered',
  agent: (own) => ({
    initialize: changing(own.initialize, '"logout":{}', ''),
  }),
});
