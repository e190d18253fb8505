import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'begins a line with a byte order mark',
  side: 'client',
  breaks: 'framing/line-has-no-bom',
  client: () => ({
    logsOut: () => [String.raw`| \xef\xbb\xbf{"jsonrpc":"2.0","id":17,"method":"logout","params":{}}`],
  }),
});
