import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'writes its messages in Latin-1',
  side: 'agent',
  breaks: 'framing/line-is-utf8',
  agent: (own) => ({
    reports: (on) => [...own.reports(on), String.raw`| {"jsonrpc":"2.0","method":"_note","params":{"text":"caf\xe9"}}`],
  }),
});
