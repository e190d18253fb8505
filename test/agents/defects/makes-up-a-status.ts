import { changing, defineDefectV2 } from '../define-defect.ts';

export default defineDefectV2({
  does: 'gives a tool call a status that ACP does not have',
  side: 'agent',
  breaks: 'schema/variants-are-known',
  agent: (own) => ({
    works: changing(own.works, '"in_progress"', '"queued"'),
  }),
});
