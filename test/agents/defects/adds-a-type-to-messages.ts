import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'adds a member to the envelope',
  side: 'client',
  breaks: 'schema/envelope-members-are-known',
  client: () => ({
    logsOut: () => ['| {"type":"com.example.Request","jsonrpc":"2.0","id":17,"method":"logout","params":{}}'],
  }),
});
