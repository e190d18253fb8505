import { defineDefectV2 } from '../define-defect.ts';
import { ok } from '../message-lines.ts';

export default defineDefectV2({
  does: 'resumes a session without saying in what state it is',
  side: 'agent',
  breaks: 'session/resume-tells-the-state',
  agent: () => ({
    resumes: ({ id }) => [ok(id, {})],
  }),
});
