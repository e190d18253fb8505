import { toolCallUpdate } from '../conforming-turn.ts';
import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'sends updates of a cancelled turn once the next one runs',
  side: 'agent',
  breaks: 'cancel/updates-end-with-the-turn',
  agent: (own) => ({
    counts: (on) => [
      ...own.counts(on),
      toolCallUpdate('publish', { title: 'Publish, at last' }),
      toolCallUpdate('publish', { title: 'Published' }),
    ],
  }),
});
