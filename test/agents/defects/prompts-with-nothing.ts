import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';
import { SESSION } from '../names.ts';

export default defineDefect({
  does: 'sends a prompt without content',
  side: 'client',
  breaks: 'prompt/has-content',
  client: () => ({
    promptsToCount: () => [request(9, 'session/prompt', { sessionId: SESSION, prompt: [] })],
  }),
});
