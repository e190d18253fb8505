import { defineDefect } from '../define-defect.ts';
import { failed } from '../message-lines.ts';

export default defineDefect({
  does: 'answers a cancelled prompt with an error',
  side: 'agent',
  breaks: 'cancel/prompt-is-answered-without-error',
  agent: () => ({
    stopsPublishing: ({ id }) => [failed(id, -32603, 'AbortError: The operation was aborted')],
  }),
});
