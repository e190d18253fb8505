import * as z from 'zod';
import { AcptapError } from '#core/errors.ts';
import { GRADES } from '#core/model/finding.ts';
import { SIDES } from '#core/wire/entry.ts';
import { fillPage } from '../bounds.ts';
import { describeRecording } from '../describe-recording.ts';
import { cursor, defineTool, filter, positionOf, recording } from '../tool.ts';
import { wanted } from '../wanted.ts';

export const findings = defineTool({
  name: 'findings',
  title: 'Findings',
  description:
    'Lists the places where a recording breaks a rule of the Agent Client Protocol: rule, grade (error, warning, note), the side at fault, the entry #N and a JSON pointer, what was seen and what was expected. byRule counts all of them. explain_rule explains a rule.',
  input: z.strictObject({
    recording,
    filter,
    grade: z.enum(GRADES).optional().describe('only this grade'),
    side: z.enum(SIDES).optional().describe('only findings about this side'),
    cursor,
  }),
  async answer({ recording: ref, filter: q, grade, side, cursor: from }, { recordings, now, isWanted }) {
    const { summary, queries } = await recordings.find(ref, isWanted);
    const all = wanted(await queries.findings(q, isWanted)).filter(
      (each) => (grade ?? each.grade) === each.grade && (side ?? each.side) === each.side,
    );
    const start = positionOf(from) ?? 0;
    if (start > all.length)
      throw new AcptapError('usage', `there are only ${all.length} findings: leave out the cursor`);
    const lines = all.slice(start).map(({ requires: _requires, peers: _peers, source: _source, ...line }) => line);
    const { items, next } = fillPage(lines, start, all.length);
    const counts = Object.entries(Object.groupBy(all, ({ rule }) => rule));
    return {
      recording: describeRecording(summary, now()),
      findings: items,
      total: all.length,
      byRule: Object.fromEntries(counts.map(([rule, some = []]) => [rule, some.length])),
      nextCursor: next,
    };
  },
});
