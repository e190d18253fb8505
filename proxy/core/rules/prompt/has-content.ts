import { valueAt } from '#core/json/json.ts';
import { defineRule } from '../engine/rule.ts';
import { CHUNK, END_TURN, PROMPT } from '../examples/turn.ts';

export default defineRule({
  id: 'prompt/has-content',
  grade: 'note',
  binds: 'client',
  versions: [1], // the schema of version 2 requires it
  requires: 'A prompt has at least one content block. Only version 2 requires it.',
  source: 'https://agentclientprotocol.com/protocol/v2/prompt-lifecycle#1-user-message',
  peers: 'Agents send the model an empty message, which most model APIs refuse, or end the turn at once.',
  start: () => ({
    request({ exchange: { method, params, opened } }, verdict) {
      const prompt = method === 'session/prompt' && opened.from === 'client' ? valueAt(params, 'prompt') : undefined;
      if (!Array.isArray(prompt)) return;
      if (prompt.length > 0) return verdict.kept();
      verdict.broken({
        seq: opened.seq,
        side: 'client',
        message: 'the prompt is empty',
        seen: '[]',
        expected: 'a content block or more',
        pointer: '/params/prompt',
      });
    },
  }),
  examples: {
    breaks: [`> 1 session/prompt {"sessionId":"s","prompt":[]}\n${END_TURN}`],
    keeps: [
      `${PROMPT}\n${CHUNK}\n${END_TURN}`,
      '> 1 session/prompt {"sessionId":"s","prompt":[{"type":"resource_link","uri":"file:///home/me/app/a.ts","name":"a.ts"}]}',
    ],
  },
});
