import { expect, test } from 'vitest';
import { createGrouping } from '#core/grouping/grouping.ts';
import { createStats } from '#core/stats/stats.ts';
import { createTrace } from '#core/trace/trace.ts';
import { elapsedUs } from '#core/units.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { describeSilence } from '#core/share/describe-silence.ts';
import { delivered } from '../../support/delivered.ts';

/** The silences of a transcript. `deliveries` by seq: when acptap delivers a frame, undefined for never. */
function gapsOf(transcript: string, deliveries: ReadonlyMap<number, number | undefined>) {
  const trace = createTrace();
  const grouping = createGrouping();
  const stats = createStats(trace);
  const entries = delivered(parseTranscript(transcript), ({ seq }) => {
    if (!deliveries.has(seq)) return undefined;
    const at = deliveries.get(seq);
    return { why: [], ...(at === undefined ? {} : { elapsed: elapsedUs(at) }) };
  });
  for (const entry of entries) stats.apply(grouping.apply(trace.apply(entry)));
  return stats.stats().gaps;
}

const ASKED = `
  @0 = taking-part {"faults":[]}
  @10 > 2 session/prompt {"sessionId":"s","prompt":[]}
  @10000 < 11 fs/read_text_file {"sessionId":"s","path":"/a"}`;

test.each([
  [
    'a request that acptap dropped is its silence',
    `@4010000 < 2 error {"code":-32603,"message":"no"}`,
    new Map([[2, undefined]]),
    'acptap to deliver fs/read_text_file (#2), for 4.00 s',
  ],
  [
    'a response that acptap held is its silence: the client has answered',
    `@10500 > 11 ok {"content":""}\n@4010000 < 2 ok {"stopReason":"end_turn"}`,
    new Map([[3, 3_900_000]]),
    'acptap to deliver fs/read_text_file (#3), for 3.89 s',
  ],
  [
    'a frame that acptap kept for less than half of a silence: it is that of the side that had the frame then',
    `@4010000 > 11 ok {"content":""}`,
    new Map([[2, 1_010_000]]),
    'the client to answer fs/read_text_file (#2); acptap kept frames for 1.00 s',
  ],
  [
    'a silence after its frames is that of the side that has to answer',
    `@4010000 > 11 ok {"content":""}`,
    new Map(),
    'the client to answer fs/read_text_file (#2); acptap kept frames for 101 µs',
  ],
])('%s', (_what, next, deliveries, words) => {
  expect(gapsOf(`${ASKED}\n${next}`, deliveries).map(describeSilence)).toEqual([words]);
});

test('of two frames that acptap kept, the one that it kept longer is the silence', () => {
  const gaps = gapsOf(
    `${ASKED}
    @20000 < 12 fs/write_text_file {"sessionId":"s","path":"/b","content":""}
    @30000 > 11 ok {"content":""}
    @4010000 > 12 ok null`,
    new Map([
      [3, 3_900_000],
      [4, 40_000],
    ]),
  );
  expect(gaps.map(describeSilence)).toEqual(['acptap to deliver fs/write_text_file (#3), for 3.87 s']);
});

test('a frame to the successor of a proxy is named although acptap kept others before', () => {
  const gaps = gapsOf(
    `${ASKED}
    @20000 > 11 ok {"content":""}
    @30000 < 12 proxy/successor {"method":"session/new","params":{"cwd":"/a","mcpServers":[]}}
    @4010000 > 12 ok {"sessionId":"t"}`,
    new Map([
      [2, 15_000],
      [3, 25_000],
      [4, 4_000_000],
    ]),
  );
  expect(gaps.map(describeSilence)).toEqual(['acptap to deliver session/new (#4), for 3.97 s']);
});

test('the update that acptap holds is nobody’s wait: the agent has to answer the prompt', () => {
  const held = ASKED.replace('11 fs/read_text_file {', 'session/update {"update":{},');
  const [gap] = gapsOf(`${held}\n@4010000 < 2 ok {"stopReason":"end_turn"}`, new Map([[2, 4_000_000]]));
  expect(gap).toMatchObject({ acptap: 0, waitingFor: { seq: 1, side: 'agent' } });
});
