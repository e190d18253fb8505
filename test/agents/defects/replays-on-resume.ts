import { defineDefect } from '../define-defect.ts';
import { text, update } from '../message-lines.ts';

export default defineDefect({
  does: 'sends the conversation of a session that is resumed',
  side: 'agent',
  breaks: 'session/resume-does-not-replay',
  agent: (own) => ({
    'session/resume': (on) => [
      update('last-week', 'user_message_chunk', { content: text('Hi') }),
      update('last-week', 'user_message_chunk', { content: text('Go on') }),
      ...own['session/resume'](on),
    ],
  }),
});
