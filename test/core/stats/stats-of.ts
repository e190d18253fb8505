import { createGrouping } from '#core/grouping/grouping.ts';
import { createStats } from '#core/stats/stats.ts';
import { createTrace } from '#core/trace/trace.ts';
import { parseTranscript } from '#core/wire/transcript.ts';

/** The stats of a transcript. */
export function statsOf(transcript: string) {
  const trace = createTrace();
  const grouping = createGrouping();
  const stats = createStats(trace);
  for (const entry of parseTranscript(transcript)) {
    stats.apply(grouping.apply(trace.apply(entry)));
  }
  return stats.stats();
}

/** A conversation up to its open session `s`, in 5 ms. */
export const OPEN = `
  @0 > 0 initialize {"protocolVersion":1}
  @1000 < 0 ok {"protocolVersion":1}
  @2000 > 1 session/new {"cwd":"/a","mcpServers":[]}
  @5000 < 1 ok {"sessionId":"s"}
`;

/** A notification of the session `s`. */
export const update = (body: string) => `session/update {"sessionId":"s","update":{${body}}}`;
