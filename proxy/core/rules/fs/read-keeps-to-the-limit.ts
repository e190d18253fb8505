import { valueAt, stringAt } from '#core/json/json.ts';
import { defineRule } from '../engine/rule.ts';

export default defineRule({
  id: 'fs/read-keeps-to-the-limit',
  grade: 'warning',
  binds: 'client',
  versions: [1],
  requires: 'The client gives no more lines of a file than the agent’s `limit` asks for.',
  source: 'https://agentclientprotocol.com/protocol/v1/file-system#reading-files',
  peers:
    'WebStorm 2026.1 has been seen to return the whole file. Agents ask for a part of a large one so that it fits into their model, and hand on what comes.',
  start: () => ({
    answered({ exchange: { method, params, outcome, opened, closed } }, verdict) {
      if (method !== 'fs/read_text_file' || !outcome.ok) return;
      const limit = valueAt(params, 'limit');
      const content = stringAt(outcome.result, 'content');
      if (typeof limit !== 'number' || limit < 1 || content === undefined) return; // 0 may mean no limit
      if (!hasMoreLines(content, limit)) return verdict.kept();
      verdict.broken({
        seq: closed.seq,
        side: 'client',
        message: 'more lines than were asked for',
        seen: `more than ${limit} lines`,
        expected: `at most ${limit} ${limit === 1 ? 'line' : 'lines'}`,
        pointer: '/result/content',
        related: [opened.seq],
      });
    },
  }),
  examples: {
    breaks: [
      '< 1 fs/read_text_file {"sessionId":"s","path":"/home/me/app/a","limit":1}\n> 1 ok {"content":"one\\ntwo"}',
    ],
    keeps: [
      '< 1 fs/read_text_file {"sessionId":"s","path":"/home/me/app/a","limit":2}\n> 1 ok {"content":"one\\ntwo"}',
      '< 1 fs/read_text_file {"sessionId":"s","path":"/home/me/app/a","limit":2}\n> 1 ok {"content":"one\\ntwo\\n"}', // the end of the second line
    ],
  },
});

/** A line feed at the very end does not begin a line. */
function hasMoreLines(text: string, limit: number): boolean {
  let end = text.indexOf('\n');
  for (let lines = 1; end !== -1 && end < text.length - 1; lines++) {
    if (lines >= limit) return true;
    end = text.indexOf('\n', end + 1);
  }
  return false;
}
