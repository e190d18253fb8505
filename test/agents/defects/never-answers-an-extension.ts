import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'ignores a request that it does not know',
  side: 'client',
  breaks: 'jsonrpc/request-is-answered',
  client: () => ({
    '_craft/beep': () => [],
  }),
});
