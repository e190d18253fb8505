import * as z from 'zod';
import { fillPage } from '../bounds.ts';
import { describeRecording } from '../describe-recording.ts';
import { cursor, defineTool, filter, limit, positionOf, recording } from '../tool.ts';
import { wanted } from '../wanted.ts';

export const conversation = defineTool({
  name: 'conversation',
  title: 'The conversation',
  description:
    'A recording as the user of the editor saw it: prompts, messages with their chunks joined, tool calls with input, output, diffs and permissions, plans, the results of turns. Long texts are cut; "first" is the number of an entry for get_entry.',
  input: z.strictObject({
    recording,
    session: z.string().optional().describe('only this session id'),
    filter,
    around: z.number().int().min(0).optional().describe('the number of an entry (#N): the cards around it'),
    limit: limit(100, 20),
    cursor,
  }),
  async answer({ recording: ref, session, filter: q, around, limit: count, cursor: from }, asked) {
    const { summary, queries } = await asked.recordings.find(ref, asked.isWanted);
    const position = positionOf(from);
    const at = around === undefined || position !== undefined ? { from: position ?? 0 } : { around };
    const window = wanted(await queries.conversation({ session, q, at, count }, asked.isWanted));
    const { items, next } = fillPage(window.cards.map(withoutImages), window.from, window.total);
    return {
      recording: describeRecording(summary, asked.now()),
      sessions: window.sessions.slice(0, 20),
      cards: items,
      total: window.total,
      nextCursor: next,
    };
  },
});

/** Leaves out the data of images, which no text answer can show. */
const withoutImages = (card: unknown): unknown =>
  JSON.parse(JSON.stringify(card, (name, value: unknown) => (name === 'data' ? undefined : value)));
