import { toolCallUpdate } from '../conforming-turn.ts';
import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'updates a tool call that it has not reported',
  side: 'agent',
  breaks: 'tool-call/introduced-before-updated',
  agent: (own) => ({
    startsReading: (on) => [toolCallUpdate('other', { status: 'completed' }), ...own.startsReading(on)],
  }),
});
