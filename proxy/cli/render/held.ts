import type { ControlState, HeldFrame } from '#core/contract/control.ts';
import { formatDuration } from '#core/text/format-duration.ts';
import { elapsedUs } from '#core/units.ts';
import type { FindingDetail } from '#core/model/finding.ts';
import { table } from './table.ts';

/** `REF:N` of a held frame, as commands take it. */
export const heldRef = (recording: string, number: number): string => `${recording}:${number}`;

/** Held frames as a table. */
export function renderHeld(states: readonly ControlState[], columns?: number): string {
  const rows = states.flatMap(({ recording, held, now }) =>
    held.map((frame) => [
      heldRef(recording, frame.number),
      frame.from,
      time(now - frame.since),
      time(frame.until - now),
      String(frame.waiting),
      describe(frame),
    ]),
  );
  return table([['FRAME', 'FROM', 'HELD FOR', 'TIME LEFT', 'BEHIND IT', 'FRAME IS'], ...rows], columns);
}

/** One line for a frame that is held from now on. */
export const renderHold = ({ recording, now }: ControlState, frame: HeldFrame): string =>
  `held ${heldRef(recording, frame.number)}  from the ${frame.from}: ${describe(frame)} · ${time(frame.until - now)} left`;

const describe = ({ kind, method, id, summary }: HeldFrame): string =>
  [kind, method ?? '', id === null ? '' : `id ${id}`, summary].filter((part) => part !== '').join(' ');

const time = (ms: number): string => formatDuration(elapsedUs(Math.max(0, Math.round(ms / 1000)) * 1_000_000));

/** A held frame as JSON. */
export const heldJson = ({ recording, name }: ControlState, { since, until, ...frame }: HeldFrame) => ({
  ref: heldRef(recording, frame.number),
  recording,
  name,
  ...frame,
  since: new Date(since).toISOString(),
  until: new Date(until).toISOString(),
});

/** One line for a finding about a line that is not sent yet. */
export const renderShortFinding = ({ grade, rule, message }: FindingDetail): string => `${grade}  ${rule}: ${message}`;
