import { echo } from '../conforming-agent-v2.ts';
import { defineDefectV2 } from '../define-defect.ts';

export default defineDefectV2({
  does: 'refuses a prompt that it has reported as a message',
  side: 'agent',
  breaks: 'prompt/refused-message-was-not-reported',
  agent: (own) => ({
    refuses: (on) => [echo('m4', 'Thank you'), ...own.refuses(on)],
  }),
});
