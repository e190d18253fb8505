import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'answers a permission request with the kind of an option',
  side: 'client',
  breaks: 'permission/option-was-offered',
  client: (own) => ({
    allowsEdit: changing(own.allowsEdit, 'yes', 'allow_once'),
  }),
});
