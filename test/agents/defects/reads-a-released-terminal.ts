import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'reads the output of a terminal that it has released',
  side: 'agent',
  breaks: 'terminal/not-used-after-release',
  agent: (own) => ({
    hasRun: (on) => [...own.readsOutput(on), ...own.hasRun(on)],
  }),
});
