import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'uses a terminal of a client that does not say it has any',
  side: 'agent',
  breaks: 'capability/terminals-are-offered',
  client: (own) => ({
    initializes: changing(own.initializes, '"terminal":true,', ''),
  }),
});
