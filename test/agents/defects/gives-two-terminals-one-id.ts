import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'gives a new terminal the id of one that is still there',
  side: 'client',
  breaks: 'terminal/id-is-unique',
  agent: (own) => ({
    createsTerminal: (on) => [
      ...own.createsTerminal(on),
      ...own
        .createsTerminal(on)
        .slice(1)
        .map((line) => line.replace('4', '12')),
    ],
  }),
});
