import { defineDefectV2 } from '../define-defect.ts';
import { request } from '../message-lines.ts';

export default defineDefectV2({
  does: 'leaves out who it is, which version 2 requires',
  side: 'client',
  breaks: 'schema/params-match',
  client: () => ({
    initializes: () => [request(0, 'initialize', { protocolVersion: 2, capabilities: {} })],
  }),
});
