import { defineDefect } from '../define-defect.ts';
import { ok } from '../message-lines.ts';

export default defineDefect({
  does: 'returns more lines of a file than the agent has asked for',
  side: 'client',
  breaks: 'fs/read-keeps-to-the-limit',
  client: () => ({
    'fs/read_text_file': ({ id }) => [ok(id, { content: 'one\ntwo\nthree\n' })],
  }),
});
