import { changing, defineDefect } from '../define-defect.ts';
import { APP } from '../names.ts';

export default defineDefect({
  does: 'lists a session in a relative directory',
  side: 'agent',
  breaks: 'path/listed-directory-is-absolute',
  times: 2,
  agent: (own) => ({
    'session/list': changing(own['session/list'], APP, 'app'),
  }),
});
