import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'sends a request with an id that is not a whole number',
  side: 'client',
  breaks: 'jsonrpc/request-id-is-an-integer-or-string',
  client: () => ({
    logsOut: () => ['17.5 logout {}'],
  }),
});
