import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'writes a member twice',
  side: 'client',
  breaks: 'jsonrpc/member-names-are-unique',
  client: () => ({
    logsOut: () => ['| {"jsonrpc":"2.0","id":17,"id":17,"method":"logout","params":{}}'],
  }),
});
