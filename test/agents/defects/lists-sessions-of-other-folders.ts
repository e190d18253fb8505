import { changing, defineDefect } from '../define-defect.ts';
import { APP } from '../names.ts';

export default defineDefect({
  does: 'lists sessions of other folders than the client asked for',
  side: 'agent',
  breaks: 'session/list-keeps-to-its-filter',
  times: 2,
  agent: (own) => ({
    'session/list': changing(own['session/list'], APP, '/home/me/lib'),
  }),
});
