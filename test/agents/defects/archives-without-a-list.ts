import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'says that it archives sessions, and lists none',
  side: 'agent',
  breaks: 'capability/archive-comes-with-list',
  besides: { 'capability/list-is-offered client': 'the client lists sessions all the same' },
  agent: (own) => ({
    initialize: changing(own.initialize, '"list":{}', '"archive":{}'),
  }),
});
