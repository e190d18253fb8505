import { changing, defineDefect } from '../define-defect.ts';
import { FILE } from '../names.ts';

export default defineDefect({
  does: 'gives a tool call a relative location',
  side: 'agent',
  breaks: 'path/location-is-absolute',
  agent: (own) => ({
    startsReading: changing(own.startsReading, FILE, 'greeting.ts'),
  }),
});
