import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';
import { FILE, SESSION } from '../names.ts';

export default defineDefect({
  does: 'ends a turn while it waits for a file',
  side: 'agent',
  breaks: 'prompt/ends-with-requests-answered',
  agent: (own) => ({
    ends: (on) => [request(12, 'fs/read_text_file', { sessionId: SESSION, path: FILE }), ...own.ends(on)],
  }),
});
