import { defineDefectV2 } from '../define-defect.ts';
import { text, update } from '../message-lines.ts';

export default defineDefectV2({
  does: 'sends the conversation of a resumed session that nobody asked for',
  side: 'agent',
  breaks: 'session/replay-was-requested',
  agent: (own) => ({
    resumes: (on) => [
      update('yesterday', 'user_message', { messageId: 'm9', content: [text('Hi')] }),
      ...own.resumes(on),
    ],
  }),
});
