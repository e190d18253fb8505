import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { Durations, SessionUsage, TimeByOwner, Stats, Tokens, TurnStats } from '#core/model/stats.ts';
import { sumOfOwners } from '#core/grouping/split-time.ts';
import { describeSilence } from '#core/share/describe-silence.ts';
import { describeReading } from '#core/stats/token-reports.ts';
import { formatCost } from '#core/text/format-cost.ts';
import { formatDuration } from '#core/text/format-duration.ts';
import { elapsedUs } from '#core/units.ts';
import { renderHeader } from './show.ts';
import { table } from './table.ts';

/** The stats of a recording as tables; `#n` is the entry behind a value, for `show --entry n`. */
export function renderStats(summary: RecordingSummary, stats: Stats, columns?: number, now = Date.now()): string {
  const sections = [
    renderHeader(summary, now).trimEnd(),
    section(
      `TURNS${stats.turnCount > stats.turns.length ? ` (the longest ${stats.turns.length} of ${stats.turnCount})` : ''}`,
      turns(stats, summary),
      columns,
    ),
    section('METHODS', methods(stats), columns),
    section('TOOL CALLS', tools(stats), columns),
    section(['USAGE', describeReading(stats.tokenReading)].filter(Boolean).join('  '), usage(stats), columns) ||
      (stats.turnCount > 0 ? 'USAGE\nThe agent reported neither tokens nor cost.' : ''),
    section(`SILENCE  ${durationOrDash(stats.silence)} of ${durationOrDash(stats.duration)}`, gaps(stats), columns),
    section('TRAFFIC', traffic(stats), columns),
    section('INTERVENTIONS  All times here are those of receipt.', interventions(stats), columns),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

type Rows = readonly (readonly string[])[];

/** Empty without rows. */
const section = (title: string, rows: Rows, columns?: number): string =>
  rows.length < 2 ? '' : `${title}\n${table(rows, columns).trimEnd()}`;

const turns = ({ turns: all, firstChunk }: Stats, summary: RecordingSummary): Rows => [
  ['TURN', 'PROMPT', 'TOOK', 'FIRST CHUNK', ...ownerNames(all), 'CHUNKS', 'TOOLS', 'TOKENS', 'ENDED'],
  ...all.map((turn) => [
    String(turn.number),
    `#${turn.seq}`,
    turn.duration === null ? soFar(turn, summary) : durationOrDash(turn.duration),
    turn.firstChunk === null ? '-' : durationOrDash(turn.firstChunk),
    ...shares(turn.share, all),
    String(turn.chunks),
    String(turn.toolCalls),
    turn.tokens === null ? '-' : tokens(turn.tokens),
    turn.outcome ?? '-',
  ]),
  ...(firstChunk && firstChunk.count > 1
    ? [
        [
          '',
          '',
          'p50 / p95',
          `${durationOrDash(firstChunk.p50)} / ${durationOrDash(firstChunk.p95)}`,
          ...ownerNames(all).map(() => ''),
          '',
          '',
          '',
          '',
        ],
      ]
    : []),
];

/** The duration of an unfinished turn: until now while the recording is live, else until the recording ended. */
function soFar({ share }: TurnStats, { state }: RecordingSummary): string {
  const lasted = sumOfOwners(share);
  if (lasted === 0) return 'open';
  return state === 'live' ? `${durationOrDash(lasted)} so far` : `open for ${durationOrDash(lasted)}`;
}

function methods({ methods: all }: Stats): Rows {
  const isAnswering = all.some(({ byAcptap }) => byAcptap > 0);
  const dashed = (count: number) => (count === 0 ? '-' : String(count));
  return [
    [
      'METHOD',
      'FROM',
      'ANSWERED',
      'P50',
      'P95',
      'MAX',
      'SLOWEST',
      'ERRORS',
      ...(isAnswering ? ['BY ACPTAP'] : []),
      'OPEN',
    ],
    ...all.map(({ method, from, answered, errors, byAcptap, open }) => [
      method,
      from,
      ...durations(answered),
      dashed(errors),
      ...(isAnswering ? [dashed(byAcptap)] : []),
      dashed(open),
    ]),
  ];
}

const tools = ({ tools: all }: Stats): Rows => [
  ['KIND', 'ENDED', 'P50', 'P95', 'MAX', 'SLOWEST', ...ownerNames(all), 'FAILED', 'OPEN'],
  ...all.map(({ kind, ended, share, failed, open }) => [
    kind,
    ...durations(ended),
    ...shares(share, all),
    failed === 0 ? '-' : String(failed),
    open === 0 ? '-' : String(open),
  ]),
];

const usage = ({ usage: all }: Stats): Rows => [
  ['SESSION', 'LAST TURN', 'ALL TURNS', 'CONTEXT', 'COST', 'LAST REPORT'],
  ...all.map(({ session, tokens: counted, lastTurn, context, cost, seq }) => [
    session,
    lastTurn === null ? '-' : tokens(lastTurn),
    counted === null ? '-' : tokens(counted),
    context === null ? '-' : contextOf(context),
    cost === null ? '-' : formatCost(cost),
    `#${seq}`,
  ]),
];

const gaps = ({ gaps: all }: Stats): Rows => [
  ['LONGEST', 'BETWEEN', 'WAITING FOR'],
  ...all.map(({ duration, after, before, ...of }) => [
    durationOrDash(duration),
    before === null ? `#${after} and now` : `#${after} and #${before}`,
    describeSilence(of),
  ]),
];

const interventions = ({ interventions: all = [] }: Stats): Rows => [
  ['KIND', 'FRAMES', 'NOT DELIVERED', 'LINES OF ACPTAP', 'ENDINGS'],
  ...all.map(({ kind, frames, lost, written, endings }) => [
    kind,
    ...[frames, lost, written, endings].map(withThousands),
  ]),
];

const traffic = ({ traffic: all }: Stats): Rows => [
  ['FROM', 'FRAMES', 'BYTES', 'LARGEST'],
  ...all.map(({ from, entries, bytes, largest }) => [
    from,
    withThousands(entries),
    withThousands(bytes),
    largest === null ? '-' : `${withThousands(largest.bytes)} (#${largest.seq})`,
  ]),
];

/** Count, p50, p95, maximum and its entry. A single duration has only a maximum. */
function durations(of: Durations | null): readonly string[] {
  if (of === null) return ['0', '-', '-', '-', '-'];
  const percentiles = of.count === 1 ? ['-', '-'] : [of.p50, of.p95].map(durationOrDash);
  return [withThousands(of.count), ...percentiles, durationOrDash(of.max), `#${of.slowest}`];
}

type Shared = readonly { readonly share: TimeByOwner }[];

/** acptap has a column only in a recording in which it kept frames. */
const hasAcptap = (all: Shared): boolean => all.some(({ share }) => share.acptap > 0);

const ownerNames = (all: Shared): readonly string[] => [
  'AGENT',
  'CLIENT',
  'PERSON',
  ...(hasAcptap(all) ? ['ACPTAP'] : []),
];

const shares = ({ agent, client, human, acptap }: TimeByOwner, all: Shared): readonly string[] =>
  [agent, client, human, ...(hasAcptap(all) ? [acptap] : [])].map(durationOrDash);

/** `1,280: 1,200 in, 80 out`. */
function tokens({ total, input, output }: Tokens): string {
  const parts = [
    input === null ? '' : `${withThousands(input)} in`,
    output === null ? '' : `${withThousands(output)} out`,
  ];
  return [total === null ? '' : `${withThousands(total)}:`, parts.filter(Boolean).join(', ')].filter(Boolean).join(' ');
}

const contextOf = ({ used, size }: NonNullable<SessionUsage['context']>): string =>
  `${withThousands(used)} of ${withThousands(size)}${size > 0 ? ` (${Math.round((100 * used) / size)} %)` : ''}`;

/** `5,120`. */
export const withThousands = (value: number): string => value.toLocaleString('en-US');

/** A duration in microseconds as on the page; `-` for 0. */
export const durationOrDash = (us: number): string => (us === 0 ? '-' : formatDuration(elapsedUs(Math.round(us))));
