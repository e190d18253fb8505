import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'never releases a terminal',
  side: 'agent',
  breaks: 'terminal/is-released',
  agent: () => ({
    releasesTerminal: () => [],
  }),
});
