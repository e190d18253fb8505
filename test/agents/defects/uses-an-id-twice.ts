import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'sends a second request with an id that is still open',
  side: 'client',
  breaks: 'jsonrpc/request-id-unique-in-flight',
  client: (own) => ({
    lists: (on) => [...own.lists(on), ...own.lists(on)],
  }),
});
