import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'answers with a version above the requested one',
  side: 'agent',
  breaks: 'initialize/version-was-requested',
  besides: { 'initialize/client-leaves-an-unknown-version client': 'the client continues' },
  agent: (own) => ({
    initialize: changing(own.initialize, '"protocolVersion":1', '"protocolVersion":3'),
  }),
});
