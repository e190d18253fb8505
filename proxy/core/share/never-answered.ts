import { answererOf } from '#core/protocol/method-traits.ts';
import type { RecordingSummary, Waiting } from '#core/model/recording-summary.ts';
import { GAP_US } from '#core/model/stats.ts';
import { formatDuration } from '#core/text/format-duration.ts';
import { elapsedUs } from '#core/units.ts';

/**
 * The requests that were open when a recording ended: `waited for the agent to answer session/prompt (#5) for 31.0 s; the
 * agent was silent for the last 30.0 s`. Empty for a recording without an end, which may be a copy of a live one. Contains recorded text.
 */
export function describeUnanswered({ state, exit, waiting, startedAt, endedAt }: RecordingSummary): readonly string[] {
  const isOver = state === 'interrupted' || (state === 'ended' && exit !== null);
  if (!isOver) return [];
  const end = endedAt === null ? 0 : (Date.parse(endedAt) - Date.parse(startedAt)) * 1000;
  return waiting.map((open) => {
    const waited = end - open.t;
    const length = waited > 0 ? ` for ${formatDuration(elapsedUs(waited))}` : ''; // canonical recordings have no times
    const why = open.interfered ? interferedIn(open, open.interfered) : silenceOf(open, waited, end);
    return `waited for the ${answererIn(open)} to answer ${open.method} (#${open.seq})${length}${why}`;
  });
}

/** The side that has to answer: `agent`, or `client (a person)`. */
export const answererIn = ({ side, method }: Waiting): string =>
  answererOf({ side: side === 'client' ? 'agent' : 'client', method });

/** `; acptap did not deliver it (drop)`, or `; acptap interfered with the answer #8 (wrong-id)`. */
export function interferedIn({ seq }: Waiting, interfered: NonNullable<Waiting['interfered']>): string {
  const doing = interfered.isDelivered ? 'interfered with' : 'did not deliver';
  return `; acptap ${doing} ${interfered.seq === seq ? 'it' : `the answer #${interfered.seq}`} (${interfered.kind})`;
}

function silenceOf(open: Waiting, waited: number, end: number): string {
  const silence = Math.min(waited, end - (open.heard ?? 0));
  if (silence < GAP_US) return '';
  const length = silence === waited ? 'since then' : `for the last ${formatDuration(elapsedUs(silence))}`;
  return `; the ${answererIn(open)} was silent ${length}`;
}
