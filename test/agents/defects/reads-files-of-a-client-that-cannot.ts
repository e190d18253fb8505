import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'reads a file through a client that does not say it can',
  side: 'agent',
  breaks: 'capability/reading-files-is-offered',
  client: (own) => ({
    initializes: changing(own.initializes, '"readTextFile":true,', ''),
  }),
});
