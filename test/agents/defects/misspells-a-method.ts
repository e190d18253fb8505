import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';

export default defineDefect({
  does: 'misspells the name of a method',
  side: 'client',
  breaks: 'jsonrpc/method-is-known',
  client: () => ({
    triesAnExtension: () => [request('ten', 'session/lst', {})],
  }),
});
