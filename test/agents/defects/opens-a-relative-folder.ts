import { changing, defineDefect } from '../define-defect.ts';
import { APP } from '../names.ts';

export default defineDefect({
  does: 'opens a session in a relative path',
  side: 'client',
  breaks: 'path/working-directory-is-absolute',
  client: (own) => ({
    opensAnother: changing(own.opensAnother, APP, 'app'),
  }),
});
