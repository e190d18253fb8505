import type { Stats, TurnStats } from '#core/model/stats.ts';
import { formatCount } from '../../text/size.ts';
import { formatMicroseconds } from './cell.ts';
import { tookOf } from './turn-sections.ts';
import { costText, ownerTimeCell, tokensText, totalOf } from './stats-cells.ts';

/** One column for each turn, on top of each other where it has several parts. */
export interface TurnPlot {
  readonly id: 'time' | 'tokens' | 'cost';
  readonly title: string;
  /** Height of the highest column. */
  readonly most: string;
  readonly series: readonly {
    readonly of: string;
    readonly columns: readonly (readonly [from: number, to: number])[];
  }[];
  /** Names of the first and the last turn. */
  readonly ends: readonly [first: string, last: string];
  readonly count: number;
  /** A sentence about the turn at an index. */
  readonly textOf: (index: number) => string | undefined;
}

/** Plots over turns: time by owner, tokens and cost. A plot without figures is left out; one turn needs none. */
export function toTurnPlots({ turns }: Pick<Stats, 'turns'>): readonly TurnPlot[] {
  if (turns.length < 2) return [];
  const currency = turns.find(({ cost }) => cost !== null)?.cost?.currency ?? '';
  const costs = turns.map(({ cost }) => (cost?.currency === currency ? cost.amount : 0));
  return [
    plot('time', 'Time', turns, {
      parts: {
        agent: turns.map(({ share }) => share.agent),
        client: turns.map(({ share }) => share.client),
        human: turns.map(({ share }) => share.human),
        ...(turns.some(({ share }) => share.acptap > 0) ? { acptap: turns.map(({ share }) => share.acptap) } : {}),
      },
      format: formatMicroseconds,
      text: (turn) => [tookOf(turn), ownerTimeCell(turn.share, 1).text].filter(Boolean).join(': '),
    }),
    plot('tokens', 'Tokens', turns, {
      parts: {
        input: turns.map(({ tokens }) => (tokens ? totalOf(tokens) - (tokens.output ?? 0) : 0)),
        output: turns.map(({ tokens }) => tokens?.output ?? 0),
      },
      format: formatCount,
      text: ({ tokens }) => (tokens ? `${tokensText(tokens)} tokens` : 'no tokens reported'),
    }),
    plot('cost', 'Cost', turns, {
      parts: { cost: costs },
      format: (amount) => costText({ amount, currency }),
      text: ({ cost }) =>
        cost ? `${costText(cost)}${cost.currency === currency ? '' : ', not drawn'}` : 'no cost reported',
    }),
  ].filter((each) => each !== undefined);
}

interface Figures {
  readonly parts: Readonly<Record<string, readonly number[]>>;
  readonly format: (value: number) => string;
  readonly text: (turn: TurnStats) => string;
}

function plot(
  id: TurnPlot['id'],
  title: string,
  turns: readonly TurnStats[],
  { parts, format, text }: Figures,
): TurnPlot | undefined {
  const below = turns.map(() => 0);
  const series = Object.entries(parts).map(([of, values]) => ({
    of,
    columns: values.map((value, index) => {
      const from = below[index] ?? 0;
      below[index] = from + Math.max(value, 0);
      return [from, from + Math.max(value, 0)] as const;
    }),
  }));
  const most = Math.max(...below);
  if (most <= 0) return undefined;
  return {
    id,
    title,
    most: format(most),
    series: series.map(({ of, columns }) => ({
      of,
      columns: columns.map(([from, to]) => [from / most, to / most] as const),
    })),
    ends: [`turn ${turns[0]?.number}`, `turn ${turns.at(-1)?.number}`],
    count: turns.length,
    textOf(index) {
      const turn = turns[index];
      return turn && `Turn ${turn.number}, ${text(turn)}`;
    },
  };
}

/** The turn after a key; undefined for other keys. */
export function turnAfterKey(key: string, current: number | undefined, count: number): number | undefined {
  const last = count - 1;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min((current ?? -1) + 1, last);
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max((current ?? count) - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
