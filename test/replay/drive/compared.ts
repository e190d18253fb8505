import { OPENED, prompt } from './opened.ts';
import { play, type PlayOptions } from './play.ts';

/** The end of the turn. */
export const END = '< 2 ok {"stopReason":"end_turn"}';

/** Compares two turns in which the agent sent these lines. */
export async function compared(then: readonly string[], now: readonly string[], options: PlayOptions = {}) {
  const { report } = await play(
    [OPENED, prompt(2, 'then', 'Go'), ...then].join('\n'),
    ['< 0 ok {"protocolVersion":1}', '< 1 ok {"sessionId":"now"}', ...now, '+3000'].join('\n'),
    { timeout: 1000, ...options },
  );
  if (!report) throw new Error('the drive has not ended');
  return { ...report, messages: report.differences.map(({ message }) => message) };
}
