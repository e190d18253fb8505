import { defineDefect } from '../define-defect.ts';
import { notify } from '../message-lines.ts';

export default defineDefect({
  does: 'sends a request without an id',
  side: 'client',
  breaks: 'jsonrpc/request-has-an-id',
  client: () => ({
    logsOut: () => [notify('logout', {})],
  }),
});
