import type { Durations, SessionUsage, TimeByOwner, Tokens } from '#core/model/stats.ts';
import { formatCount } from '../../text/size.ts';
import { entryCell, DASH, formatMicroseconds, type BarPart, type Cell } from './cell.ts';

/** A count. Shows a dash for zero, to keep the table quiet. */
export const countCell = (value: number): Cell => (value === 0 ? DASH : { text: formatCount(value) });

/** p50, p95 and maximum. A single duration has only a maximum. */
export function durationCells(of: Durations | null): readonly [Cell, Cell, Cell] {
  if (!of) return [DASH, DASH, DASH];
  if (of.count === 1) return [DASH, DASH, entryCell(of.slowest, formatMicroseconds(of.max))];
  return [
    { text: formatMicroseconds(of.p50) },
    { text: formatMicroseconds(of.p95) },
    entryCell(of.slowest, formatMicroseconds(of.max)),
  ];
}

/** `1 280: 1 200 in, 80 out` */
export function tokensText({ total, input, output }: Tokens): string {
  const parts = [input === null ? '' : `${formatCount(input)} in`, output === null ? '' : `${formatCount(output)} out`];
  const said = parts.filter((part) => part !== '').join(', ');
  if (total === null) return said;
  return said === '' ? formatCount(total) : `${formatCount(total)}: ${said}`;
}

/** Used part of the context window. */
export function contextCell({ used, size }: NonNullable<SessionUsage['context']>): Cell {
  const text = `${formatCount(used)} of ${formatCount(size)}${size > 0 ? `, ${Math.round((100 * used) / size)} %` : ''}`;
  return { text, bar: size > 0 ? [{ owner: 'agent', share: Math.min(used / size, 1) }] : [] };
}

/** Time by owner, relative to the longest row. */
export function ownerTimeCell({ agent, client, human }: TimeByOwner, longest: number): Cell {
  const parts: readonly (readonly [BarPart['owner'], string, number])[] = [
    ['agent', 'agent', agent],
    ['client', 'client', client],
    ['human', 'person', human],
  ];
  const there = parts.filter(([, , us]) => us > 0);
  return {
    text: there.map(([, name, us]) => `${name} ${formatMicroseconds(us)}`).join(', '),
    bar: there.map(([owner, , us]) => ({ owner, share: us / longest })),
  };
}

/** A bar without text, which stands beside it. */
export const barCell = (value: number, most: number, owner: BarPart['owner']): Cell => ({
  text: '',
  bar: value > 0 ? [{ owner, share: value / most }] : [],
});
