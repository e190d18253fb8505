import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'never answers a request that the client has cancelled',
  side: 'agent',
  breaks: 'cancel/cancelled-request-is-answered',
  agent: () => ({
    '$/cancel_request': () => [],
  }),
});
