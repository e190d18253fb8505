import * as z from 'zod';
import { fillPage } from '../bounds.ts';
import { describeRecording } from '../describe-recording.ts';
import { cursor, defineTool, filter, limit, positionOf, recording } from '../tool.ts';
import { wanted } from '../wanted.ts';

export const files = defineTool({
  name: 'files',
  title: 'Operations on files',
  description:
    'The operations of the agent on each file: reads, proposals, permissions and writes, and whether a write is as proposed and permitted. With path: the operations of that one file, with their texts.',
  input: z.strictObject({
    recording,
    filter,
    folder: z.string().default('').describe('only files in this folder'),
    path: z.string().optional().describe('the path of a file, as the list has it: its operations'),
    limit: limit(100, 30),
    cursor,
  }),
  async answer({ recording: ref, filter: q, folder, path, limit: count, cursor: position }, asked) {
    const { summary, queries } = await asked.recordings.find(ref, asked.isWanted);
    const from = positionOf(position) ?? 0;
    const about = { recording: describeRecording(summary, asked.now()) };
    if (path !== undefined) {
      const window = wanted(await queries.operations({ path, q, from, count: Math.min(count, 50) }, asked.isWanted));
      const { items, next } = fillPage(window.operations, window.from, window.total);
      return { ...about, path, operations: items, total: window.total, nextCursor: next };
    }
    const {
      files: rows,
      total,
      totals,
      commands,
      unread,
      ...window
    } = wanted(await queries.files({ q, folder, from, count }, asked.isWanted));
    const { items, next } = fillPage(rows, window.from, total);
    return { ...about, files: items, total, totals, commands, unread, nextCursor: next };
  },
});
