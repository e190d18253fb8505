import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'lists the sessions of an agent that does not say it can',
  side: 'client',
  breaks: 'capability/list-is-offered',
  times: 2,
  agent: (own) => ({
    initialize: changing(own.initialize, '"list":{},', ''),
  }),
});
