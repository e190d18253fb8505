import * as z from 'zod';
import { AcptapError } from '#core/errors.ts';
import { cut, MAX_ANSWER } from '../bounds.ts';
import { cursor, defineTool, positionOf, recording } from '../tool.ts';

/** The most characters of a body in one answer. */
const MAX_BODY = MAX_ANSWER / 2;

export const getEntry = defineTool({
  name: 'get_entry',
  title: 'Get one entry',
  description:
    'Returns one entry in full: its exact text, its findings with what was seen and expected, and in "pair" the entry of its request or response. A long body comes in parts: continue with nextCursor.',
  input: z.strictObject({
    recording,
    seq: z.number().int().min(0).describe('the number of the entry: 12 for #12'),
    cursor,
  }),
  async answer({ recording: ref, seq, cursor: from }, { recordings, isWanted }) {
    const { summary, queries } = await recordings.find(ref, isWanted);
    const detail = queries.entry(seq);
    if (!detail) throw new AcptapError('usage', `there is no entry ${seq}: the recording has ${summary.total}`);
    const { row, text, base64, event, delivered, findings } = detail;
    const start = positionOf(from) ?? 0;
    const body = text ?? base64 ?? (event ? JSON.stringify(event) : '');
    const end = start + MAX_BODY;
    return {
      entry: cut(row, MAX_ANSWER / 8),
      ...(start === 0 ? { findings: cut(findings, MAX_ANSWER / 4) } : {}),
      ...(delivered && start === 0 ? { delivered: cut(delivered, MAX_ANSWER / 8) } : {}),
      [text === null && base64 !== null ? 'base64' : 'body']: body.slice(start, end),
      characters: body.length,
      ...(detail.cut ? { isBeginning: true } : {}),
      nextCursor: end < body.length ? String(end) : undefined,
    };
  },
});
