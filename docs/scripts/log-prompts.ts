// Appends each prompt of the user to a file: prompts.log, or $PROMPT_LOG.
import { appendFile } from 'node:fs/promises';
import { defineScript } from 'acptap/script';

const log = process.env['PROMPT_LOG'] ?? 'prompts.log';

export default defineScript({
  async frame(frame) {
    if (frame.kind !== 'request' || frame.method !== 'session/prompt') return;
    const texts = frame.params.prompt.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`));
    await appendFile(log, `${new Date().toISOString()} ${frame.sessionId} ${texts.join(' ')}\n`);
  },
});
