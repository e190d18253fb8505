import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';
import { APP } from '../names.ts';

export default defineDefect({
  does: 'leaves out a member that is required',
  side: 'client',
  breaks: 'schema/params-match',
  client: () => ({
    opensAnother: () => [request(13, 'session/new', { cwd: APP })],
  }),
});
