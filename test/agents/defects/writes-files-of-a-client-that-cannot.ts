import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'writes a file through a client that does not say it can',
  side: 'agent',
  breaks: 'capability/writing-files-is-offered',
  client: (own) => ({
    initializes: changing(own.initializes, ',"writeTextFile":true', ''),
  }),
});
