import { defineDefect } from '../define-defect.ts';
import { update } from '../message-lines.ts';
import { SESSION } from '../names.ts';

export default defineDefect({
  does: 'sends a content block that is a mere text',
  side: 'agent',
  breaks: 'schema/params-match',
  agent: () => ({
    reports: () => [update(SESSION, 'agent_message_chunk', { content: 'I read it' })],
  }),
});
