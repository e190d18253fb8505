import { sumOfOwners } from '#core/grouping/split-time.ts';
import type { Cost, Durations, SessionUsage, TimeByOwner, Tokens } from '#core/model/stats.ts';
import { formatCost } from '#core/text/format-cost.ts';
import { formatCount } from '../../text/size.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { entryCell, DASH, formatMicroseconds, type BarPart, type Cell } from './cell.ts';

/** A count. Shows a dash for zero, to keep the table quiet. */
export const countCell = (value: number): Cell =>
  value === 0 ? { ...DASH, by: 0 } : { text: formatCount(value), by: value };

/** A count with a link, unless it is zero. */
export const linkedCountCell = (value: number, { to }: Required<Pick<Cell, 'to'>>): Cell =>
  value === 0 ? countCell(0) : { ...countCell(value), to };

/** A duration in microseconds. */
export const durationCell = (us: number): Cell => ({ text: formatMicroseconds(us), by: us });

/**
 * Spread, p50, p95 and maximum. A single duration has only a maximum. `linkTo` makes the filter for what took at least
 * so long.
 */
export function durationCells(
  of: Durations | null,
  limits: readonly number[],
  linkTo?: (us: number) => Cell,
): readonly [Cell, Cell, Cell, Cell] {
  if (!of) return [DASH, DASH, DASH, DASH];
  const slowest = { ...entryCell(of.slowest, formatMicroseconds(of.max)), by: of.max };
  if (of.count === 1) return [DASH, DASH, DASH, slowest];
  const percentile = (us: number): Cell => ({ ...linkTo?.(us), ...durationCell(us) });
  return [spreadCell(of, limits), percentile(of.p50), percentile(of.p95), slowest];
}

/** The limits of all spreads, without holes, so that the plots of a table can be compared. */
export function limitsOf(all: readonly (Durations | null)[]): readonly number[] {
  const used = all.flatMap((of) => (of && of.count > 1 ? of.spread.map(({ upTo }) => upTo) : []));
  const [first, last] = [Math.min(...used), Math.max(...used)];
  const limits: number[] = [];
  for (let decade = 10; decade <= last; decade *= 10)
    limits.push(...[decade, 2 * decade, 5 * decade].filter((limit) => limit >= first && limit <= last));
  return limits;
}

/** The distribution as a plot. Sorts by its p95. */
function spreadCell({ spread, p95 }: Durations, limits: readonly number[]): Cell {
  const most = Math.max(...spread.map(({ count }) => count));
  const counts = new Map(spread.map(({ upTo, count }) => [upTo, count]));
  return {
    text: '',
    title: spread.map(({ upTo, count }) => `${formatCount(count)} up to ${formatMicroseconds(upTo)}`).join(', '),
    heights: limits.map((limit) => (counts.get(limit) ?? 0) / most),
    by: p95,
  };
}

/** Explains the plots; empty without any. */
export const spreadNote = (limits: readonly number[]): string =>
  limits.length === 0
    ? ''
    : limits.length === 1
      ? `Spread: how many took how long. Here all that happened more than once took up to ${formatMicroseconds(limits[0] ?? 0)}.`
      : `Spread: how many took how long. The columns go from ${formatMicroseconds(limits[0] ?? 0)} to ${formatMicroseconds(limits.at(-1) ?? 0)}, in steps of 1, 2 and 5.`;

/** `1 280: 1 200 in, 80 out` */
export function tokensText({ total, input, output }: Tokens): string {
  const parts = [input === null ? '' : `${formatCount(input)} in`, output === null ? '' : `${formatCount(output)} out`];
  const said = parts.filter((part) => part !== '').join(', ');
  if (total === null) return said;
  return said === '' ? formatCount(total) : `${formatCount(total)}: ${said}`;
}

/** `0.0320 USD` */
export const costText = (cost: Cost): string => toVisibleLine(formatCost(cost));

export const totalOf = ({ total, input, output }: Tokens): number => total ?? (input ?? 0) + (output ?? 0);

/** Used part of the context window. */
export function contextCell({ used, size }: NonNullable<SessionUsage['context']>): Cell {
  const text = `${formatCount(used)} of ${formatCount(size)}${size > 0 ? `, ${Math.round((100 * used) / size)} %` : ''}`;
  return { text, by: used, bar: size > 0 ? [{ owner: 'agent', share: Math.min(used / size, 1) }] : [] };
}

/** Time by owner, relative to the longest row. */
export function ownerTimeCell(time: TimeByOwner, longest: number): Cell {
  const { agent, client, human, acptap } = time;
  const parts: readonly (readonly [BarPart['owner'], string, number])[] = [
    ['agent', 'agent', agent],
    ['client', 'client', client],
    ['human', 'person', human],
    ['acptap', 'acptap', acptap],
  ];
  const there = parts.filter(([, , us]) => us > 0);
  return {
    text: there.map(([, name, us]) => `${name} ${formatMicroseconds(us)}`).join(', '),
    by: sumOfOwners(time),
    bar: there.map(([owner, , us]) => ({ owner, share: us / longest })),
  };
}

/** A bar without text, which stands beside it. */
export const barCell = (value: number, most: number, owner: BarPart['owner']): Cell => ({
  text: '',
  by: value,
  bar: value > 0 ? [{ owner, share: value / most }] : [],
});
