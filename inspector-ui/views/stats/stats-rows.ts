import {
  GAP_US,
  type Gap,
  type MethodStats,
  type SessionUsage,
  type TimeByOwner,
  type Stats,
  type Tokens,
  type TurnStats,
} from '#core/model/stats.ts';
import { answererOf, asksPerson } from '#core/protocol/method-traits.ts';
import { describeReading } from '#core/stats/token-reports.ts';
import { elapsedUs } from '#core/units.ts';
import { formatBytes, formatCount } from '../../text/size.ts';
import { formatElapsed } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { interventionSection } from './intervention-section.ts';
import { contextCell, countCell, durationCells, barCell, ownerTimeCell, tokensText } from './stats-cells.ts';
import {
  column,
  entryCell,
  filterCell,
  DASH,
  softCell,
  formatMicroseconds,
  textCell,
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
    turns(stats),
    methods(stats),
    tools(stats),
    usage(stats),
    gaps(stats),
    traffic(stats),
    interventionSection(stats),
  ];
  return { facts: toFacts(stats), sections: sections.filter(({ rows, note }) => rows.length > 0 || note !== '') };
}

function toFacts({ duration, silence, turnCount, firstChunk, turns: all, usage: reported }: Stats): readonly Fact[] {
  const asked = all.reduce<TimeByOwner>(
    (sum, { share }) => ({
      agent: sum.agent + share.agent,
      client: sum.client + share.client,
      human: sum.human + share.human,
    }),
    { agent: 0, client: 0, human: 0 },
  );
  const costs = costsOf(reported);
  return [
    {
      name: 'From first to last entry',
      cell: { text: formatMicroseconds(duration) },
      more: silence > 0 ? `${formatMicroseconds(silence)} of it silence of a second and more` : '',
    },
    {
      name: turnCount === 1 ? 'Turn' : 'Turns',
      cell: { ...(turnCount > 0 ? filterCell('', PROMPTS) : {}), text: formatCount(turnCount) },
      more: ownerTimeCell(asked, 1).text,
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
  return [...sums].map(([currency, amount]) => `${amount.toFixed(4)} ${toVisibleLine(currency)}`).join(' + ');
}

function turns({ turns: all, turnCount }: Stats): StatsSection {
  const longest = Math.max(...all.map(({ duration }) => duration ?? 0), 1);
  return {
    id: 'turns',
    title: 'Turns',
    note:
      turnCount === 0
        ? 'No prompt was sent.'
        : turnCount > all.length
          ? `The first ${formatCount(all.length)} of ${formatCount(turnCount)}.`
          : '',
    columns: [
      column('turn'),
      column('took'),
      column('whose time', 'bar'),
      column('first chunk'),
      column('chunks', 'number', true),
      column('tool calls', 'number', true),
      column('tokens', 'text', true),
      column('ended', 'text'),
    ],
    rows: all.map((turn) => [
      entryCell(turn.seq, `${turn.number}`),
      turn.duration === null ? { text: 'open', tone: 'soft' } : { text: formatMicroseconds(turn.duration) },
      turn.duration === null ? DASH : ownerTimeCell(turn.share, longest),
      turn.firstChunk === null ? DASH : { text: formatMicroseconds(turn.firstChunk) },
      countCell(turn.chunks),
      countCell(turn.toolCalls),
      turn.tokens === null
        ? { ...DASH, title: 'The agent reported no tokens for this turn.' }
        : { text: tokensText(turn.tokens) },
      outcome(turn),
    ]),
  };
}

const outcome = ({ outcome: said }: TurnStats): Cell =>
  textCell(said?.replaceAll('_', ' ') ?? null, said === 'error' || said === 'refusal' ? { tone: 'bad' } : {});

function methods({ methods: all }: Stats): StatsSection {
  const longest = Math.max(...all.map(({ answered }) => answered?.total ?? 0), 1);
  return {
    id: 'methods',
    title: 'Requests',
    note: '',
    columns: [
      column('method', 'name'),
      column('from', 'text', true),
      column('answered'),
      column('together', 'bar', true),
      column('p50'),
      column('p95', 'number', true),
      column('slowest'),
      column('errors'),
      column('no answer'),
    ],
    rows: all.map((line) => [
      filterCell(toVisibleLine(line.method), [...termsOf(line), ['kind', 'request']]),
      { text: line.from, tone: 'soft' },
      countCell(line.answered?.count ?? 0),
      barCell(line.answered?.total ?? 0, longest, 'none'),
      ...durationCells(line.answered),
      line.errors === 0
        ? DASH
        : { ...filterCell(formatCount(line.errors), [...byAnswerer(line), ['kind', 'error']]), tone: 'bad' },
      line.open === 0 ? DASH : filterCell(formatCount(line.open), [...termsOf(line), ['status', 'pending']]),
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

function tools({ tools: all }: Stats): StatsSection {
  const longest = Math.max(...all.map(({ ended }) => ended?.total ?? 0), 1);
  return {
    id: 'tools',
    title: 'Tool calls',
    note: '',
    columns: [
      column('kind', 'name'),
      column('ended'),
      column('whose time', 'bar'),
      column('p50'),
      column('p95', 'number', true),
      column('slowest'),
      column('failed'),
      column('still open'),
    ],
    rows: all.map(({ kind, ended, share, failed, open }) => [
      textCell(kind),
      countCell(ended?.count ?? 0),
      ended ? ownerTimeCell(share, longest) : DASH,
      ...durationCells(ended),
      failed === 0 ? DASH : { text: formatCount(failed), tone: 'bad' },
      countCell(open),
    ]),
  };
}

function usage({ usage: all, turnCount, tokenReading }: Stats): StatsSection {
  return {
    id: 'usage',
    title: 'Tokens and cost',
    note:
      all.length === 0 && turnCount > 0
        ? 'Not reported by this agent: neither tokens, nor context, nor cost.'
        : describeReading(tokenReading),
    columns: [
      column('session', 'name'),
      column('last turn', 'text'),
      column('all turns', 'text'),
      column('context', 'bar'),
      column('cost'),
      column('last report'),
    ],
    rows: all.map(({ session, tokens: counted, lastTurn, context, cost, seq }) => [
      filterCell(toVisibleLine(session), [['session', session]]),
      lastTurn === null ? UNREPORTED : { text: tokensText(lastTurn), title: TOKENS[lastTurn.source] },
      counted === null ? UNREPORTED : { text: tokensText(counted), title: TOKENS[counted.source] },
      context === null ? UNREPORTED : contextCell(context),
      cost === null ? UNREPORTED : { text: `${cost.amount.toFixed(4)} ${toVisibleLine(cost.currency)}` },
      entryCell(seq),
    ]),
  };
}

const UNREPORTED: Cell = { text: 'not reported', tone: 'soft' };

const TOKENS: Readonly<Record<Tokens['source'], string>> = {
  usage: 'From the usage of an answer to a prompt.',
  state: 'From the usage of a state update.',
  quota: 'From the private _meta.quota of an answer to a prompt.',
};

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
    rows: all.map(({ t, duration: took, after, before, waitingFor }) => [
      { text: formatElapsed(elapsedUs(t)), tone: 'soft' },
      { text: formatMicroseconds(took) },
      barCell(took, longest, waitingFor === null ? 'none' : ownerOf(waitingFor)),
      entryCell(before, `#${after} and #${before}`),
      waitingFor === null
        ? softCell('nobody: no request was open')
        : entryCell(
            waitingFor.seq,
            `the ${answererOf(waitingFor)} to answer ${toVisibleLine(waitingFor.method)}, #${waitingFor.seq}`,
          ),
    ]),
  };
}

/** Owner of a silence, with the waterfall's colour. */
const ownerOf = ({ side, method }: NonNullable<Gap['waitingFor']>): BarPart['owner'] =>
  side === 'client' && asksPerson(method) ? 'human' : side;

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
      { text: formatBytes(bytes), title: `${formatCount(bytes)} bytes` },
      barCell(bytes, most, from === 'stderr' ? 'none' : from),
      largest === null ? DASH : entryCell(largest.seq, formatBytes(largest.bytes)),
    ]),
  };
}
