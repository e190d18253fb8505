import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'sends a request with the id null',
  side: 'client',
  breaks: 'jsonrpc/request-id-is-not-null',
  client: () => ({
    logsOut: () => ['null logout {}'],
  }),
});
