import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'sends a line that is too long for receivers',
  side: 'agent',
  breaks: 'framing/line-fits-receivers',
  agent: (own) => ({
    logout: (on) => [
      ...own.logout(on),
      String.raw`| {"jsonrpc":"2.0","method":"_note","params":{"text":"A\{33554432}"}}`,
    ],
  }),
});
