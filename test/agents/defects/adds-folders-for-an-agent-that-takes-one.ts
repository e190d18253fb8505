import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'adds a directory to a session of an agent that takes no more than one',
  side: 'client',
  breaks: 'capability/additional-directories-are-offered',
  agent: (own) => ({
    initialize: changing(own.initialize, ',"additionalDirectories":{}', ''),
  }),
});
