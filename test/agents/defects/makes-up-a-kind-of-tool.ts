import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'gives a tool call a kind that ACP does not have',
  side: 'agent',
  breaks: 'schema/value-is-not-dropped',
  agent: (own) => ({
    startsReading: changing(own.startsReading, '"kind":"read"', '"kind":"bash"'),
  }),
});
