import { defineDefectV2 } from '../define-defect.ts';

export default defineDefectV2({
  does: 'accepts a prompt and never reports the message it has become',
  side: 'agent',
  breaks: 'prompt/accepted-message-is-reported',
  agent: () => ({
    echoes: () => [],
  }),
});
