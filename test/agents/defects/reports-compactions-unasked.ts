import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'reports a compaction to a client that does not follow any',
  side: 'agent',
  breaks: 'capability/compaction-is-offered',
  client: (own) => ({
    initializes: changing(own.initializes, ',"compaction":{}', ''),
  }),
});
