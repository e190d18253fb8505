import { changing, defineDefect } from '../define-defect.ts';
import { FILE } from '../names.ts';

export default defineDefect({
  does: 'reads a file by a relative path',
  side: 'agent',
  breaks: 'path/file-is-absolute',
  agent: (own) => ({
    reads: changing(own.reads, FILE, 'src/greeting.ts'),
  }),
});
