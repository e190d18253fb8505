import { defineDefect } from '../define-defect.ts';
import { notify } from '../message-lines.ts';

export default defineDefect({
  does: 'cancels a request that it has not sent',
  side: 'agent',
  breaks: 'cancel/request-to-cancel-was-sent',
  agent: (own) => ({
    reports: (on) => [...own.reports(on), notify('$/cancel_request', { requestId: 99 })],
  }),
});
