import type { Gap } from '#core/model/stats.ts';
import { answererOf } from '#core/protocol/method-traits.ts';
import { formatDuration } from '#core/text/format-duration.ts';
import { elapsedUs } from '#core/units.ts';

/**
 * Who was silent: `the client to answer fs/read_text_file (#9)`, `acptap to deliver fs/read_text_file (#9), for 4.79 s`, or
 * `nobody: no request was open`. Contains recorded text.
 */
export function describeSilence({ waitingFor, acptap }: Pick<Gap, 'waitingFor' | 'acptap'>): string {
  const kept = formatDuration(elapsedUs(acptap));
  if (waitingFor?.side === 'acptap') return `acptap to deliver ${waitingFor.method} (#${waitingFor.seq}), for ${kept}`;
  const who = waitingFor
    ? `the ${answererOf({ side: waitingFor.side, method: waitingFor.method })} to answer ${waitingFor.method} (#${waitingFor.seq})`
    : 'nobody: no request was open';
  return acptap > 0 ? `${who}; acptap kept frames for ${kept}` : who;
}
