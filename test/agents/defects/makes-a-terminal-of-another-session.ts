import { changing, defineDefect } from '../define-defect.ts';
import { SESSION } from '../names.ts';

export default defineDefect({
  does: 'uses a terminal in another session',
  side: 'agent',
  breaks: 'terminal/stays-in-its-session',
  agent: (own) => ({
    waitsForExit: changing(own.waitsForExit, SESSION, 'another'),
  }),
});
