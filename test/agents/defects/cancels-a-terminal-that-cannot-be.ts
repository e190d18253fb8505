import { defineDefectV2 } from '../define-defect.ts';
import { request } from '../message-lines.ts';
import { SESSION } from '../names.ts';

export default defineDefectV2({
  does: 'cancels a terminal without an offer of the agent',
  side: 'client',
  breaks: 'capability/terminal-cancel-is-offered',
  client: (own) => ({
    lists: (on) => [request('stop', 'terminal/cancel', { sessionId: SESSION, terminalId: 'server' }), ...own.lists(on)],
  }),
});
