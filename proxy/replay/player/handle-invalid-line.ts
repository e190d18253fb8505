import { INVALID_REQUEST, PARSE_ERROR } from '#core/protocol/error-codes.ts';
import { renderValue } from '#core/json/render-value.ts';
import type { Decoded } from '#core/wire/decode-frame.ts';
import { rejectionFrame, divergenceWithoutSeq } from '../matching/divergence.ts';
import type { Play } from './play.ts';

/** Characters quoted of an unreadable line. */
const QUOTED = 80;

/** Answers a line that is not a message with a JSON-RPC error, unless the recorded client sent one too. */
export function handleInvalidLine(play: Play, decoded: Decoded, now: number): void {
  const { reporting, journal, expectations, schedule } = play;
  journal.add(decoded.kind === 'not-utf8' ? undefined : decoded.text, null, now);
  const recorded = expectations.noise();
  if (recorded) {
    expectations.come(recorded);
    return schedule.markMet(recorded.index, now);
  }
  const text = decoded.kind === 'not-utf8' ? '' : `: ${renderValue(decoded.text.trim(), QUOTED)}`;
  const what = `a line that is not a JSON-RPC message (its message ${journal.entries.length})${text}`;
  const divergence = divergenceWithoutSeq(`${play.sender} sent ${what}`, 'a line that is not a message');
  const bytes = rejectionFrame('null', decoded.kind === 'json' ? INVALID_REQUEST : PARSE_ERROR, divergence);
  if (play.options.onDivergence === 'follow') {
    play.do({ kind: 'send', seq: null, bytes });
    return play.unrecorded(divergence.message);
  }
  reporting.diverged(divergence);
  play.abandon(divergence, null, bytes);
}
