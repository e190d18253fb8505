import { defineDefect } from '../define-defect.ts';
import { text, update } from '../message-lines.ts';

export default defineDefect({
  does: 'sends an update for a session nobody opened',
  side: 'agent',
  breaks: 'session/update-names-an-active-session',
  agent: (own) => ({
    reports: (on) => [...own.reports(on), update('nobody', 'agent_message_chunk', { content: text('Who is there?') })],
  }),
});
