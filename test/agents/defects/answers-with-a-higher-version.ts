import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'answers with a version above the one that was requested',
  side: 'agent',
  breaks: 'initialize/version-was-requested',
  agent: (own) => ({
    initialize: changing(own.initialize, '"protocolVersion":1', '"protocolVersion":3'),
  }),
});
