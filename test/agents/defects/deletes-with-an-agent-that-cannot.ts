import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'deletes a session with an agent that does not say it can',
  side: 'client',
  breaks: 'capability/delete-is-offered',
  agent: (own) => ({
    initialize: changing(own.initialize, '"delete":{},', ''),
  }),
});
