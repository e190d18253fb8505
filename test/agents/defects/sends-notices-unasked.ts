import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'sends a notice to a client that does not show any',
  side: 'agent',
  breaks: 'capability/notices-are-offered',
  client: (own) => ({
    initializes: changing(own.initializes, ',"notices":{}', ''),
  }),
});
