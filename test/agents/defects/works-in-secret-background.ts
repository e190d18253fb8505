import { defineDefectV2 } from '../define-defect.ts';

export default defineDefectV2({
  does: 'lists background work that it has not announced',
  side: 'agent',
  breaks: 'prompt/background-work-was-announced',
  agent: () => ({
    startsServer: () => [],
  }),
});
