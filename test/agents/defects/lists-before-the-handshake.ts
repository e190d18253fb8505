import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';

export default defineDefect({
  does: 'asks for sessions before it has shaken hands',
  side: 'client',
  breaks: 'initialize/comes-first',
  client: (own) => ({
    initializes: (on) => [request('early', 'session/list', {}), ...own.initializes(on)],
  }),
});
