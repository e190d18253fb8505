import { state } from '../conforming-agent-v2.ts';
import { defineDefectV2 } from '../define-defect.ts';

export default defineDefectV2({
  does: 'ends cancelled work without the stop reason `cancelled`',
  side: 'agent',
  breaks: 'cancel/work-ends-as-cancelled',
  agent: () => ({
    stops: () => [state('idle')],
  }),
});
