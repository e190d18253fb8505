import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'writes the file whose change the user refused',
  side: 'agent',
  breaks: 'permission/refused-files-are-not-written',
  client: (own) => ({
    allowsEdit: changing(own.allowsEdit, '"yes"', '"no"'),
  }),
});
