import { defineDefectV2 } from '../define-defect.ts';

export default defineDefectV2({
  does: 'never says that it is idle again',
  side: 'agent',
  breaks: 'prompt/work-ends-with-idle',
  agent: () => ({
    stops: () => [],
  }),
});
