import { defineDefect } from '../define-defect.ts';
import { failed } from '../message-lines.ts';

export default defineDefect({
  does: 'answers an unknown method with another code',
  side: 'client',
  breaks: 'jsonrpc/unknown-method-has-its-code',
  client: () => ({
    '_craft/beep': ({ id }) => [failed(id, -32603, 'Method not found')],
  }),
});
