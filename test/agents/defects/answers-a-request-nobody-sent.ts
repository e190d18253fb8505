import { defineDefect } from '../define-defect.ts';
import { ok } from '../message-lines.ts';

export default defineDefect({
  does: 'answers a request that the client has not sent',
  side: 'agent',
  breaks: 'jsonrpc/response-answers-a-request',
  agent: (own) => ({
    reports: (on) => [...own.reports(on), ok('99', {})],
  }),
});
