import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'cuts the output of a terminal within a character',
  side: 'client',
  breaks: 'terminal/truncation-keeps-characters',
  client: (own) => ({
    'terminal/output': changing(own['terminal/output'], 'passed', '\ufffdpassed'),
  }),
});
