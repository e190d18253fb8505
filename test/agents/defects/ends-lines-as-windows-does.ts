import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'ends a line with CR and LF',
  side: 'client',
  breaks: 'framing/line-ends-with-lf-only',
  client: () => ({
    logsOut: () => [String.raw`| {"jsonrpc":"2.0","id":17,"method":"logout","params":{}}\r`],
  }),
});
