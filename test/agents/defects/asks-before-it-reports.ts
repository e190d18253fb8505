import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'asks for permission before it reports the tool call',
  side: 'agent',
  breaks: 'tool-call/reported-before-permission',
  agent: (own) => ({
    asksToPublish: (on) => own.asksToPublish(on).slice(1),
  }),
});
