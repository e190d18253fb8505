import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'loads a session of an agent that does not say it can',
  side: 'client',
  breaks: 'capability/load-is-offered',
  times: 2,
  agent: (own) => ({
    initialize: changing(own.initialize, '"loadSession":true', '"loadSession":false'),
  }),
});
