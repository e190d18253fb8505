import type { MethodStats, Stats } from '#core/model/stats.ts';
import { formatCount } from '../../text/size.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { column, DASH, entryCell, filterCell, textCell, type Cell, type StatsSection } from './cell.ts';
import {
  barCell,
  countCell,
  durationCells,
  limitsOf,
  linkedCountCell,
  ownerTimeCell,
  spreadNote,
} from './stats-cells.ts';

/** Requests by method and asker. */
export function methodSection({ methods: all }: Stats): StatsSection {
  const longest = Math.max(...all.map(({ answered }) => answered?.total ?? 0), 1);
  const limits = limitsOf(all.map(({ answered }) => answered));
  const isAnswering = all.some(({ byAcptap }) => byAcptap > 0);
  return {
    id: 'methods',
    title: 'Requests',
    note: spreadNote(limits),
    columns: [
      column('method', 'name'),
      column('from', 'text', true),
      column('answered'),
      column('total time', 'bar', true),
      column('spread', 'plot'),
      column('p50'),
      column('p95', 'number', true),
      column('slowest'),
      column('errors'),
      ...(isAnswering ? [column('by acptap')] : []),
      column('open'),
    ],
    rows: all.map((line) => [
      filterCell(toVisibleLine(line.method), [...termsOf(line), ['kind', 'request']]),
      { text: line.from, tone: 'soft' },
      linkedCountCell(
        line.answered?.count ?? 0,
        filterCell('', [...termsOf(line), ['kind', 'request'], ['has', 'pair']]),
      ),
      barCell(line.answered?.total ?? 0, longest, 'none'),
      ...durationCells(line.answered, limits, (us) =>
        filterCell('', [...termsOf(line), ['kind', 'request'], ['dur', `>=${us}us`]]),
      ),
      line.errors === 0
        ? countCell(0)
        : {
            ...filterCell(formatCount(line.errors), [...byAnswerer(line), ['kind', 'error']]),
            tone: 'bad',
            by: line.errors,
          },
      ...(isAnswering ? [countCell(line.byAcptap)] : []),
      line.open === 0
        ? countCell(0)
        : { ...filterCell(formatCount(line.open), [...termsOf(line), ['status', 'pending']]), by: line.open },
    ]),
  };
}

const termsOf = ({ method, from }: MethodStats) =>
  [
    ['method', method],
    ['from', from],
  ] as const;

const byAnswerer = ({ method, from }: MethodStats) =>
  [
    ['method', method],
    ['from', from === 'client' ? 'agent' : 'client'],
  ] as const;

/** Tool calls by kind. */
export function toolSection({ tools: all }: Stats): StatsSection {
  const longest = Math.max(...all.map(({ ended }) => ended?.total ?? 0), 1);
  const limits = limitsOf(all.map(({ ended }) => ended));
  return {
    id: 'tools',
    title: 'Tool calls',
    note: spreadNote(limits),
    columns: [
      column('kind', 'name'),
      column('ended'),
      column('whose time', 'bar'),
      column('spread', 'plot'),
      column('p50'),
      column('p95', 'number', true),
      column('slowest'),
      column('failed'),
      column('open'),
    ],
    rows: all.map(({ kind, ended, share, failed, firstFailed, open, firstOpen }) => [
      kindCell(kind),
      countCell(ended?.count ?? 0),
      ended ? ownerTimeCell(share, longest) : DASH,
      ...durationCells(ended, limits),
      { ...firstOf(failed, firstFailed), ...(failed > 0 && { tone: 'bad' }) },
      firstOf(open, firstOpen),
    ]),
  };
}

/** Returns a count that links to the first counted call, because no filter selects calls by kind and end. */
const firstOf = (count: number, first: number | null): Cell =>
  first === null ? countCell(count) : { ...entryCell(first, formatCount(count)), by: count };

/** Links to the updates that name the kind, if it is a plain word. Calls without a kind count as `other`. */
const kindCell = (kind: string): Cell =>
  kind === 'other' || !/^\w+$/.test(kind)
    ? textCell(kind)
    : textCell(kind, { to: { q: `update:tool_call* /"kind"\\s*:\\s*"${kind}"/` } });
