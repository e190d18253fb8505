import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'adds a relative directory to a session',
  side: 'client',
  breaks: 'path/additional-directories-are-absolute',
  client: (own) => ({
    opensToday: changing(own.opensToday, '/home/me/lib', '../lib'),
  }),
});
