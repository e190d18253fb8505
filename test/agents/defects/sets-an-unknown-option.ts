import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'sets an option that the agent has not listed',
  side: 'client',
  breaks: 'config/option-was-offered',
  client: (own) => ({
    setsModel: changing(own.setsModel, '"model"', '"modle"'),
  }),
});
