import { plan } from '../conforming-turn.ts';
import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'ends a turn with a tool call still running',
  side: 'agent',
  breaks: 'tool-call/finished-with-its-turn',
  agent: () => ({
    hasRun: () => [plan(3)],
  }),
});
