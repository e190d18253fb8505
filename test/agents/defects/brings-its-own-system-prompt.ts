import { defineDefect } from '../define-defect.ts';
import { request, text } from '../message-lines.ts';
import { APP } from '../names.ts';

export default defineDefect({
  does: 'sends a system prompt to an agent that does not say it takes one',
  side: 'client',
  breaks: 'capability/system-prompt-is-offered',
  client: () => ({
    opensAnother: () => [
      request(13, 'session/new', {
        cwd: APP,
        mcpServers: [],
        systemPrompt: { mode: 'append', content: [text('Be brief.')] },
      }),
    ],
  }),
});
