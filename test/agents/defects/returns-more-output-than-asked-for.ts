import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'returns more output than the agent has asked for',
  side: 'client',
  breaks: 'terminal/output-fits-the-limit',
  client: (own) => ({
    'terminal/output': changing(own['terminal/output'], 'passed', 'twelve tests have passed'),
  }),
});
