import { changing, defineDefect } from '../define-defect.ts';
import { FILE } from '../names.ts';

export default defineDefect({
  does: 'shows a diff of a relative path',
  side: 'agent',
  breaks: 'path/diff-is-absolute',
  agent: (own) => ({
    proposesEdit: changing(own.proposesEdit, FILE, 'greeting.ts'),
  }),
});
