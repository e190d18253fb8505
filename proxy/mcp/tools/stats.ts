import * as z from 'zod';
import { withTimeSoFar } from '#core/stats/time-so-far.ts';
import { cut, fillPage } from '../bounds.ts';
import { describeRecording } from '../describe-recording.ts';
import { cursor, defineTool, positionOf, recording } from '../tool.ts';

export const stats = defineTool({
  name: 'stats',
  title: 'Where the time went',
  description:
    'Where the time of a recording went: for each turn the time to the first chunk and the shares of agent, client, person and acptap, those of an open turn so far; latencies per method and kind of tool; the longest silences with what was awaited; tokens and cost if the agent reports them. Further turns come with nextCursor.',
  input: z.strictObject({ recording, cursor }),
  async answer({ recording: ref, cursor: from }, { recordings, now, isWanted }) {
    const { summary, queries } = await recordings.find(ref, isWanted);
    const { turns, ...rest } = withTimeSoFar(await queries.stats(), summary, now());
    const start = positionOf(from) ?? 0;
    const { items, next } = fillPage(turns.slice(start), start, turns.length);
    return {
      recording: describeRecording(summary, now()),
      turns: items,
      ...(start === 0 ? { rest: cut(rest) } : {}),
      nextCursor: next,
    };
  },
});
