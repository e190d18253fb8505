import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'sends two messages as a batch',
  side: 'client',
  breaks: 'jsonrpc/frame-is-no-batch',
  client: (own) => ({
    resumes: (on) => [...own.resumes(on), '| [{"jsonrpc":"2.0","method":"_note"},{"jsonrpc":"2.0","method":"_note"}]'],
  }),
});
