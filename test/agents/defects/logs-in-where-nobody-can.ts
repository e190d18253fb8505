import { introductionV2 } from '../conforming-agent-v2.ts';
import { defineDefectV2 } from '../define-defect.ts';
import { ok } from '../message-lines.ts';

export default defineDefectV2({
  does: 'logs in with an agent that lists no way to log in',
  side: 'client',
  breaks: 'capability/login-is-offered',
  times: 2,
  agent: () => ({
    initialize: ({ id }) => [ok(id, { ...introductionV2, authMethods: [] })],
  }),
});
