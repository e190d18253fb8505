import { defineDefect } from '../define-defect.ts';
import { notify } from '../message-lines.ts';
import { SESSION } from '../names.ts';

export default defineDefect({
  does: 'cancels when no turn is running',
  side: 'client',
  breaks: 'cancel/something-is-running',
  client: (own) => ({
    triesAnExtension: (on) => [notify('session/cancel', { sessionId: SESSION }), ...own.triesAnExtension(on)],
  }),
});
