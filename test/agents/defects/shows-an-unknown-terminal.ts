import { changing, defineDefect } from '../define-defect.ts';
import { TERMINAL } from '../names.ts';

export default defineDefect({
  does: 'shows a terminal that the client has not made',
  side: 'agent',
  breaks: 'terminal/terminal-is-known',
  agent: (own) => ({
    showsTerminal: changing(own.showsTerminal, TERMINAL, 'terminal-2'),
  }),
});
