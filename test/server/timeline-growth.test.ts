import { assert, asyncProperty, subarray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RowQuery } from '#core/contract/timeline.ts';
import { seqOf } from '#core/units.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { reads, turn, writes } from '../core/files/files-of.ts';
import {
  createTimeline,
  CONVERSATION,
  growingRecording,
  rows,
  says,
  libraryRecording,
  stillWanted,
} from './library-recording.ts';
import { rounds } from '../support/effort.ts';

describe('a recording that grows', () => {
  const filters = [
    'status:pending',
    'dur:>=1ms',
    'has:pair',
    'tool:"Edit*"',
    '-tool:Look',
    'has:finding',
    'text:session',
  ];
  const entries = parseTranscript(`
    ${CONVERSATION}
    > 4 session/prompt {"sessionId":"s","prompt":[]}
    < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"Look","status":"pending"}}
    < 7 fs/read_text_file {"sessionId":"s","path":"/a"}
    > 7 ok {"content":""}
    ${says('four')}
    < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"t","title":"Edit it","status":"completed"}}
    > 4 session/prompt {"sessionId":"s","prompt":[]}
    < 4 ok {"stopReason":"end_turn"}
    = exit {"code":0,"signal":null}`);

  test('has the same rows as when it is read only at its end', async () => {
    await assert(
      asyncProperty(subarray(entries.map((_, index) => index)), async (ends) => {
        const { recording, append } = growingRecording();
        const timeline = createTimeline();
        let from = 0;
        for (const end of [...ends, entries.length]) {
          append(entries.slice(from, end));
          from = end;
          for (const q of filters) {
            const asked = { q, opened: [1, 3, 7], collapsed: [4] };
            expect(await rows(timeline, recording, asked)).toEqual(await rows(createTimeline(), recording, asked));
          }
          const overview = await timeline(recording).overview('', 600, stillWanted);
          expect(overview).toEqual(await createTimeline()(recording).overview('', 600, stillWanted));
        }
      }),
      { numRuns: rounds(2, 10) },
    );
  });

  test('has each file operation once, however often it is asked for', async () => {
    const all = parseTranscript(turn(`${reads(10, '/work/a', 'one')}\n${writes(11, '/work/a', 'two')}`));
    const { recording, append } = growingRecording();
    const query = { q: '', path: '/work/a', from: 0, count: 9 };
    const timeline = createTimeline();
    for (const entry of all) {
      append([entry]);
      const known = await timeline(recording).operations(query, stillWanted);
      expect(known).toEqual(await createTimeline()(recording).operations(query, stillWanted));
    }
    expect(await timeline(recording).operations(query, stillWanted)).toMatchObject({ total: 2 });
  });

  test('finds the last frame by what became of it later', async () => {
    const { recording, append } = growingRecording();
    const timeline = createTimeline();
    const touched = async () =>
      (await rows(timeline, recording, { view: 'raw', q: 'has:intervention' })).rows.map(({ seq }) => seq);
    append(entries.slice(0, 3));
    expect(await touched()).toEqual([]);
    append(entries.slice(3, 4), [{ kind: 'delivery', seq: seqOf(2), sent: { why: [{ kind: 'drop' }] } }]);
    expect(await touched()).toEqual([2]);
  });

  test('has a new revision with every change', async () => {
    const { recording, append } = growingRecording();
    const timeline = createTimeline();
    append(entries.slice(0, 3));
    const [first, again] = [await rows(timeline, recording), await rows(timeline, recording, { q: 'kind:request' })];
    append(entries.slice(3, 4));
    const later = await rows(timeline, recording, { q: 'kind:request' });
    expect(again.revision).toBe(first.revision);
    expect(later.revision).toBeGreaterThan(first.revision);
  });

  test('is no longer searched when no request waits for it, and the next request continues', async () => {
    const recording = libraryRecording(Array.from({ length: 3000 }, () => '> _a').join('\n'));
    const timeline = createTimeline();
    const query: RowQuery = { view: 'raw', q: 'text:_a', opened: [], collapsed: [], at: { from: 0 }, count: 1 };
    expect(await timeline(recording).rows(query, () => false)).toBeUndefined();
    expect((await timeline(recording).rows(query, stillWanted))?.shown).toBe(3000);
  });
});
