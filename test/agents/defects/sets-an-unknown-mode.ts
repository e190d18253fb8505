import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'sets a mode that the agent has not listed',
  side: 'client',
  breaks: 'mode/mode-was-offered',
  client: (own) => ({
    setsMode: changing(own.setsMode, 'code', 'cod'),
  }),
});
