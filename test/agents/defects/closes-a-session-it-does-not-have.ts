import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';

export default defineDefect({
  does: 'closes a session that it has not opened',
  side: 'client',
  breaks: 'session/is-active',
  client: () => ({
    closesAnother: () => [request(14, 'session/close', { sessionId: 'nobody' })],
  }),
});
