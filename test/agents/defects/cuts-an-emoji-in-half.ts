import { says } from '../conforming-turn.ts';
import { defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'streams a text that is cut within an emoji',
  side: 'agent',
  breaks: 'framing/surrogates-come-in-pairs',
  agent: () => ({
    reports: () => says('Look \ud83d'),
  }),
});
