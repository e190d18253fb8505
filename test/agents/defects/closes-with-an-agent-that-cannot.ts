import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'closes a session with an agent that does not say it can',
  side: 'client',
  breaks: 'capability/close-is-offered',
  agent: (own) => ({
    initialize: changing(own.initialize, '"close":{},', ''),
  }),
});
