import { defineDefectV2 } from '../define-defect.ts';

export default defineDefectV2({
  does: 'works without saying that it runs',
  side: 'agent',
  breaks: 'prompt/work-begins-with-running',
  agent: () => ({
    begins: () => [],
  }),
});
