import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'counts lines from zero',
  side: 'agent',
  breaks: 'path/line-counts-from-one',
  agent: (own) => ({
    reads: changing(own.reads, '"line":1', '"line":0'),
  }),
});
