import { defineDefect } from '../define-defect.ts';
import { ok } from '../message-lines.ts';

export default defineDefect({
  does: 'lists models as earlier releases of ACP did',
  side: 'agent',
  breaks: 'schema/names-are-current',
  agent: () => ({
    opensAnother: ({ id }) => [
      ok(id, { sessionId: 'another', models: { currentModelId: 'small', availableModels: [] } }),
    ],
  }),
});
