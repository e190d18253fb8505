import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';
import { SESSION } from '../names.ts';

export default defineDefect({
  does: 'puts audio into a prompt for an agent that takes none',
  side: 'client',
  breaks: 'capability/prompt-content-is-offered',
  client: () => ({
    promptsToPublish: () => [
      request(8, 'session/prompt', {
        sessionId: SESSION,
        prompt: [{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }],
      }),
    ],
  }),
});
