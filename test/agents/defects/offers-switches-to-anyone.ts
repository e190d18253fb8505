import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'offers a switch to a client that has none',
  side: 'agent',
  breaks: 'capability/boolean-options-are-offered',
  client: (own) => ({
    initializes: changing(own.initializes, '"boolean":{}', ''),
  }),
});
