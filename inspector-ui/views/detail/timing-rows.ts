import { timeByOwner } from '#core/grouping/split-time.ts';
import type { Group } from '#core/model/group.ts';
import type { EntryRow } from '#core/model/row.ts';
import { elapsedUs } from '#core/units.ts';
import { formatDuration, formatElapsed } from '../../text/time.ts';

export interface TimingRow {
  readonly name: string;
  readonly value: string;
  /** Percentage of the whole; undefined if it is not a part of one. */
  readonly share: number | undefined;
  /** Who had to act in this share of the time. */
  readonly owner: 'agent' | 'client' | 'human' | undefined;
}

/**
 * Times of an entry and its response, and the shares of its group's time. `before`: the entry before it; undefined for the
 * first entry, or if its row is not held, which only omits a line. `end`: the recording's last moment.
 */
export function toTimingRows(
  row: EntryRow,
  group: Group | undefined,
  before: EntryRow | undefined,
  end: number,
): readonly TimingRow[] {
  return [
    ...(before && before.t <= row.t ? [plain('after the entry before', duration(row.t - before.t))] : []),
    ...exchangeOf(row, end),
    ...(group ? sharesOf(group, end) : []),
  ];
}

function exchangeOf({ kind, t, duration: took }: EntryRow, end: number): readonly TimingRow[] {
  if (kind === 'request') {
    const answer =
      took === null
        ? [plain('answered', 'not so far'), plain('waiting for', duration(Math.max(end - t, 0)))]
        : [plain('answered', formatElapsed(elapsedUs(t + took))), plain('took', duration(took))];
    return [plain('asked', formatElapsed(elapsedUs(t))), ...answer];
  }
  if ((kind !== 'response' && kind !== 'error') || took === null)
    return [plain('written', formatElapsed(elapsedUs(t)))];
  return [
    plain('asked', formatElapsed(elapsedUs(Math.max(t - took, 0)))),
    plain('answered', formatElapsed(elapsedUs(t))),
    plain('took', duration(took)),
  ];
}

/** Splits a group's time by who had to act. */
function sharesOf(group: Group, now: number): readonly TimingRow[] {
  const { agent, client, human } = timeByOwner(group, now);
  const whole = agent + client + human;
  if (whole === 0 || group.kind === 'stderr' || group.kind === 'event') return [];
  const part = (name: string, us: number, owner: TimingRow['owner']): readonly TimingRow[] =>
    us > 0 ? [{ name, value: duration(us), share: (100 * us) / whole, owner }] : [];
  return [
    plain('all of it', group.until === null ? `${duration(whole)} so far` : duration(whole)),
    ...part('agent at work', agent, 'agent'),
    ...part('waiting for the client', client, 'client'),
    ...part('waiting for a person', human, 'human'),
  ];
}

const plain = (name: string, value: string): TimingRow => ({ name, value, share: undefined, owner: undefined });

const duration = (us: number) => formatDuration(elapsedUs(us));
