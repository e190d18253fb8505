import { GAP_US, type Gap, type SessionUsage, type TimeByOwner, type Stats } from '#core/model/stats.ts';
import { whoAnswers } from '#core/protocol/method-traits.ts';
import { describeSilence } from '#core/share/describe-silence.ts';
import { elapsedUs } from '#core/units.ts';
import { formatBytes, formatCount } from '../../text/size.ts';
import { formatElapsed } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { methodSection, toolSection } from './duration-sections.ts';
import { interventionSection } from './intervention-section.ts';
import { barCell, costText, countCell, durationCell, ownerTimeCell } from './stats-cells.ts';
import { turnSection, usageSection } from './turn-sections.ts';
import {
  column,
  entryCell,
  filterCell,
  DASH,
  softCell,
  formatMicroseconds,
  type BarPart,
  type Cell,
  type Fact,
  type StatsSection,
} from './cell.ts';

/** Content of the view Stats. */
export interface StatsRows {
  readonly facts: readonly Fact[];
  readonly sections: readonly StatsSection[];
}

/** Formats all stats. A section without rows has a note with the reason, or is left out. */
export function toStatsRows(stats: Stats): StatsRows {
  const sections = [
    turnSection(stats),
    methodSection(stats),
    toolSection(stats),
    usageSection(stats),
    gaps(stats),
    traffic(stats),
    interventionSection(stats),
  ];
  return { facts: toFacts(stats), sections: sections.filter(({ rows, note }) => rows.length > 0 || note !== '') };
}

/** The owners for the legend: acptap only if it kept frames. */
export function ownersIn({ turns, tools, gaps: silences }: Stats): readonly (keyof TimeByOwner)[] {
  const times = [...[...turns, ...tools].map(({ share }) => share.acptap), ...silences.map(({ acptap }) => acptap)];
  return ['agent', 'client', 'human', ...(times.some((us) => us > 0) ? (['acptap'] as const) : [])];
}

function toFacts({
  duration,
  silence,
  gaps: all,
  turnCount,
  turnTime,
  firstChunk,
  usage: reported,
}: Stats): readonly Fact[] {
  const costs = costsOf(reported);
  return [
    {
      name: all.some(({ before }) => before === null) ? 'From first entry to now' : 'From first to last entry',
      cell: { text: formatMicroseconds(duration) },
      more: silence > 0 ? `${formatMicroseconds(silence)} of it silence of a second and more` : '',
    },
    {
      name: turnCount === 1 ? 'Turn' : 'Turns',
      cell: { ...(turnCount > 0 ? filterCell('', PROMPTS) : {}), text: formatCount(turnCount) },
      more: ownerTimeCell(turnTime, 1).text,
    },
    {
      name: 'First chunk, median',
      cell: firstChunk ? entryCell(firstChunk.slowest, formatMicroseconds(firstChunk.p50)) : DASH,
      more:
        firstChunk && firstChunk.count > 1
          ? `95 % within ${formatMicroseconds(firstChunk.p95)}, slowest #${firstChunk.slowest}`
          : '',
    },
    {
      name: 'Cost',
      cell: costs === '' ? softCell('not reported by this agent') : { text: costs },
      more: costs === '' ? '' : 'as the agent says',
    },
  ];
}

const PROMPTS = [
  ['method', 'session/prompt'],
  ['kind', 'request'],
] as const;

/** One sum per currency, because exchange rates are unknown. */
function costsOf(usages: readonly SessionUsage[]): string {
  const sums = new Map<string, number>();
  for (const { cost } of usages) if (cost) sums.set(cost.currency, (sums.get(cost.currency) ?? 0) + cost.amount);
  return [...sums].map(([currency, amount]) => costText({ amount, currency })).join(' + ');
}

function gaps({ gaps: all, silence, duration }: Stats): StatsSection {
  const longest = Math.max(...all.map((gap) => gap.duration), 1);
  return {
    id: 'silences',
    title: 'Longest silences',
    note:
      all.length === 0
        ? ''
        : `${formatMicroseconds(silence)} of ${formatMicroseconds(duration)} passed in silences of ${formatMicroseconds(GAP_US)} and more.`,
    columns: [
      column('from'),
      column('took'),
      column('as long as', 'bar'),
      column('between', 'text'),
      column('waiting for', 'name'),
    ],
    rows: all.map(({ t, duration: took, after, before, ...of }) => [
      { text: formatElapsed(elapsedUs(t)), tone: 'soft', by: t },
      durationCell(took),
      silenceCell(took, of.acptap, longest, ownerOf(of.waitingFor)),
      before === null
        ? { ...entryCell(after, `#${after} and now`), by: after }
        : { ...entryCell(before, `#${after} and #${before}`), by: after },
      of.waitingFor === null
        ? softCell(describeSilence(of))
        : entryCell(of.waitingFor.seq, toVisibleLine(describeSilence(of))),
    ]),
  };
}

/** The owner of the time in which acptap kept nothing: unknown if it kept a frame for most of a silence. */
const ownerOf = (of: Gap['waitingFor']): BarPart['owner'] =>
  of === null || of.side === 'acptap' ? 'none' : whoAnswers(of.side, of.method);

/** A bar without text, with the part in which acptap kept frames. */
function silenceCell(took: number, kept: number, longest: number, owner: BarPart['owner']): Cell {
  const cell = barCell(took - kept, longest, owner);
  return { ...cell, by: took, bar: [...(cell.bar ?? []), ...(barCell(kept, longest, 'acptap').bar ?? [])] };
}

function traffic({ traffic: all }: Stats): StatsSection {
  const most = Math.max(...all.map(({ bytes }) => bytes), 1);
  return {
    id: 'traffic',
    title: 'Traffic',
    note: '',
    columns: [column('from', 'name'), column('frames'), column('bytes'), column('of all', 'bar'), column('largest')],
    rows: all.map(({ from, entries, bytes, largest }) => [
      filterCell(from, [['from', from]]),
      countCell(entries),
      { text: formatBytes(bytes), title: `${formatCount(bytes)} bytes`, by: bytes },
      barCell(bytes, most, from === 'stderr' ? 'none' : from),
      largest === null ? DASH : { ...entryCell(largest.seq, formatBytes(largest.bytes)), by: largest.bytes },
    ]),
  };
}
