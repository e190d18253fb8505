import { changing, defineDefect } from '../define-defect.ts';
import { APP } from '../names.ts';

export default defineDefect({
  does: 'runs a command in a relative directory',
  side: 'agent',
  breaks: 'path/terminal-directory-is-absolute',
  agent: (own) => ({
    createsTerminal: changing(own.createsTerminal, APP, '.'),
  }),
});
