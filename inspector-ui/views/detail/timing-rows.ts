import { sumOfOwners, timeByOwner } from '#core/grouping/split-time.ts';
import type { Group } from '#core/model/group.ts';
import type { EntryRow } from '#core/model/row.ts';
import type { TimeByOwner } from '#core/model/stats.ts';
import { elapsedUs } from '#core/units.ts';
import { formatDuration, formatMoment } from '../../text/time.ts';
import { delayOf } from '../timeline/waterfall-rows.ts';

export interface TimingRow {
  readonly name: string;
  readonly value: string;
  /** Percentage of the whole; undefined if it is not a part of one. */
  readonly share: number | undefined;
  /** Who had to act in this share of the time. */
  readonly owner: keyof TimeByOwner | undefined;
}

/**
 * Times of an entry and its response, and the shares of its group's time. `before`: the entry before it; undefined for the
 * first entry, or if its row is not held, which only omits a line. `end`: the recording's last moment, and
 * whether that moves on.
 */
export function toTimingRows(
  row: EntryRow,
  group: Group | undefined,
  before: EntryRow | undefined,
  end: number,
  isLive: boolean,
): readonly TimingRow[] {
  return [
    ...(before && before.t <= row.t ? [plain('after the previous entry', duration(row.t - before.t))] : []),
    ...exchangeOf(row, end, isLive),
    ...deliveryOf(row),
    ...(group ? sharesOf(group, end, isLive) : []),
  ];
}

function exchangeOf({ kind, t, duration: took }: EntryRow, end: number, isLive: boolean): readonly TimingRow[] {
  if (kind === 'request') {
    const answer =
      took === null
        ? [
            plain('answered', isLive ? 'not so far' : 'never'),
            plain(isLive ? 'waiting for' : 'waited until the end, for', duration(Math.max(end - t, 0))),
          ]
        : [plain('answered', formatMoment(elapsedUs(t + took))), plain('took', duration(took))];
    return [plain('asked', formatMoment(elapsedUs(t))), ...answer];
  }
  if ((kind !== 'response' && kind !== 'error') || took === null) return [plain('written', formatMoment(elapsedUs(t)))];
  return [
    plain('asked', formatMoment(elapsedUs(Math.max(t - took, 0)))),
    plain('answered', formatMoment(elapsedUs(t))),
    plain('took', duration(took)),
  ];
}

/** When acptap delivered the frame, if it touched it. The other times are those of receipt. */
function deliveryOf(row: EntryRow): readonly TimingRow[] {
  if (!row.sent) return [];
  if (row.sent.t === null) return [plain('delivered', 'never')];
  const kept = { name: 'kept by acptap', value: duration(delayOf(row)), share: undefined, owner: undefined };
  return [plain('delivered', formatMoment(elapsedUs(row.sent.t))), kept];
}

/** Splits a group's time by who had to act. */
function sharesOf(group: Group, now: number, isLive: boolean): readonly TimingRow[] {
  const time = timeByOwner(group, now);
  const { agent, client, human, acptap } = time;
  const whole = sumOfOwners(time);
  if (whole === 0 || group.kind === 'stderr' || group.kind === 'event') return [];
  const part = (name: string, us: number, owner: TimingRow['owner']): readonly TimingRow[] =>
    us > 0 ? [{ name, value: duration(us), share: (100 * us) / whole, owner }] : [];
  return [
    plain(
      'first to last frame',
      `${duration(whole)}${group.until !== null ? '' : isLive ? ' so far' : ', to the end of the recording'}`,
    ),
    ...part('on its way in acptap', acptap, 'acptap'),
    ...part('agent at work', agent, 'agent'),
    ...part('waiting for the client', client, 'client'),
    ...part('waiting for a person', human, 'human'),
  ];
}

const plain = (name: string, value: string): TimingRow => ({ name, value, share: undefined, owner: undefined });

const duration = (us: number) => formatDuration(elapsedUs(us));
