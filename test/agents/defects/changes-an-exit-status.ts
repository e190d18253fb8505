import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'tells two exit statuses of one command',
  side: 'client',
  breaks: 'terminal/exit-status-stays',
  client: (own) => ({
    'terminal/output': changing(own['terminal/output'], '"exitCode":0', '"exitCode":1'),
  }),
});
