import * as z from 'zod';
import type { TimelineRow } from '#core/contract/timeline.ts';
import { fillPage } from '../bounds.ts';
import { describeRecording } from '../describe-recording.ts';
import { cursor, defineTool, filter, limit, positionOf, recording } from '../tool.ts';
import { wanted } from '../wanted.ts';

export const showEntries = defineTool({
  name: 'show_entries',
  title: 'Show entries',
  description:
    'Lists the entries of a recording in order, one line each: frames of both sides, stderr of the agent, process events. Without a filter, from or around it begins at the first entry; last: true shows the end, which is where a hang is seen. "waits" says which requests have no answer. get_entry has the body.',
  input: z.strictObject({
    recording,
    filter,
    around: z.number().int().min(0).optional().describe('the number of an entry (#N): the window around it'),
    last: z.boolean().default(false).describe('the last entries'),
    limit: limit(200, 50),
    cursor,
  }),
  async answer({ recording: ref, filter: q, around, last, limit: count, cursor: from }, { recordings, now, isWanted }) {
    const { summary, queries } = await recordings.find(ref, isWanted);
    const position = positionOf(from);
    const ask = async (at: { readonly from: number } | { readonly around: number }) =>
      wanted(await queries.rows({ view: 'raw', q, opened: [], collapsed: [], at, count }, isWanted));
    const first = around === undefined || position !== undefined ? { from: position ?? 0 } : { around };
    const asked = await ask(first);
    const window = last && position === undefined ? await ask({ from: Math.max(0, asked.total - count) }) : asked;
    const { items, next } = fillPage(window.rows.map(toLine), window.from, window.total);
    return {
      recording: describeRecording(summary, now()),
      entries: items,
      matching: window.shown,
      nextCursor: next,
    };
  },
});

/** A row without the members that only the page needs. */
export function toLine({ group: _group, groupNo: _no, level: _level, turnTime: _time, findings, ...row }: TimelineRow) {
  const found = findings.map(({ grade, rule }) => `${grade}: ${rule}`);
  return { ...row, ...(found.length > 0 ? { findings: found } : {}) };
}
