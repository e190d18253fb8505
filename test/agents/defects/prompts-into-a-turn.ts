import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'sends a prompt while a turn is running',
  side: 'client',
  breaks: 'prompt/one-turn-at-a-time',
  client: (own) => ({
    promptsToPublish: (on) => [...own.promptsToPublish(on), ...own.promptsToCount(on)],
  }),
});
