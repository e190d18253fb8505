import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'gives two options of a permission request one id',
  side: 'agent',
  breaks: 'permission/option-ids-are-unique',
  agent: (own) => ({
    asksToEdit: changing(own.asksToEdit, '"no"', '"yes"'),
  }),
});
