import { introductionV2 } from '../conforming-agent-v2.ts';
import { defineDefectV2 } from '../define-defect.ts';
import { ok } from '../message-lines.ts';

export default defineDefectV2({
  does: 'uses sessions of an agent that does not say it has any',
  side: 'client',
  breaks: 'capability/sessions-are-offered',
  times: 8,
  besides: {
    'capability/additional-directories-are-offered client': 'it is a member of the capability',
    'capability/mcp-transport-is-offered client': 'it is a member of the capability',
    'capability/delete-is-offered client': 'it is a member of the capability',
  },
  agent: () => ({
    initialize: ({ id }) => [ok(id, { ...introductionV2, capabilities: {} })],
  }),
});
