import * as z from 'zod';
import { ALL, parsePart } from '#core/compare/part.ts';
import type { ComparedTurn } from '#core/model/compare.ts';
import { fillPage } from '../bounds.ts';
import { describeRecording } from '../describe-recording.ts';
import { cursor, defineTool, positionOf, recordingRef, type Asked } from '../tool.ts';
import { wanted } from '../wanted.ts';

const part = z
  .string()
  .regex(/^(?:turn|session)-[1-9]\d{0,8}$/)
  .optional()
  .describe('only this part: turn-2 or session-1');

export const diff = defineTool({
  name: 'diff',
  title: 'Compare two recordings',
  description:
    'Compares two recordings turn by turn: lists steps that differ, are missing or were added, with the JSON pointers of changed values. Ids, times and paths that differ in every run are ignored. Use it to compare a run that works with a run that does not.',
  input: z.strictObject({ left: recordingRef, leftPart: part, right: recordingRef, rightPart: part, cursor }),
  async answer({ left, leftPart, right, rightPart, cursor: from }, asked) {
    const one = await sideOf(left, leftPart, asked);
    const other = await sideOf(right, rightPart, asked);
    const compared = wanted(await asked.recordings.compare(one, other, asked.isWanted));
    const { isSame, turns, more, isRough, passing } = compared;
    const rows = turns.filter((turn) => !turn.isSame).flatMap(rowsOf);
    const start = positionOf(from) ?? 0;
    const { items, next } = fillPage(rows.slice(start), start, rows.length);
    return {
      left: one.about,
      right: other.about,
      isSame,
      turns: { compared: turns.length, different: turns.filter((turn) => !turn.isSame).length, more },
      ...(isRough ? { isRough } : {}),
      differences: items,
      ignored: passing.slice(0, 30),
      nextCursor: next,
    };
  },
});

async function sideOf(ref: string, named: string | undefined, { recordings, now, isWanted }: Asked) {
  const { summary, queries } = await recordings.find(ref, isWanted);
  const steps = wanted(await queries.steps(isWanted));
  const about = describeRecording(summary, now());
  return { recording: summary.id, part: parsePart(named) ?? ALL, steps, about };
}

/** A line for the turn, then its steps; equal steps only as a count. */
function rowsOf({ left, right, counts, rows, missing }: ComparedTurn): readonly unknown[] {
  const side = (of: ComparedTurn['left']) => of && { turn: of.turn, seq: of.seq, title: of.title };
  return [
    { kind: 'turn', left: side(left), right: side(right), counts, ...(missing > 0 ? { missing } : {}) },
    ...rows.map((row) => (row.kind === 'same' ? { kind: row.kind, count: row.count } : row)),
  ];
}
