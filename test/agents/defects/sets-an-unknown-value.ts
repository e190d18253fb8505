import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'sets an option to a value that the agent has not listed',
  side: 'client',
  breaks: 'config/value-was-offered',
  client: (own) => ({
    setsModel: changing(own.setsModel, 'large', 'huge'),
  }),
});
