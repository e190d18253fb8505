import { sumOfOwners } from '#core/grouping/split-time.ts';
import type { Stats, Tokens, TurnStats } from '#core/model/stats.ts';
import { describeReading } from '#core/stats/token-reports.ts';
import { formatCount } from '../../text/size.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import {
  column,
  DASH,
  entryCell,
  filterCell,
  formatMicroseconds,
  textCell,
  type Cell,
  type StatsSection,
} from './cell.ts';
import {
  contextCell,
  costText,
  durationCell,
  linkedCountCell,
  ownerTimeCell,
  tokensText,
  totalOf,
} from './stats-cells.ts';

/** Prompt turns. */
export function turnSection({ turns: all, turnCount }: Stats): StatsSection {
  const longest = Math.max(...all.map(({ share }) => sumOfOwners(share)), 1);
  return {
    id: 'turns',
    title: 'Turns',
    note:
      turnCount === 0
        ? 'No prompt was sent.'
        : turnCount > all.length
          ? `The longest ${formatCount(all.length)} of ${formatCount(turnCount)}.`
          : '',
    columns: [
      column('turn'),
      column('took'),
      column('whose time', 'bar'),
      column('first chunk'),
      column('chunks', 'number', true),
      column('tool calls', 'number', true),
      column('tokens', 'text', true),
      column('cost', 'number', true),
      column('ended', 'text'),
    ],
    rows: all.map((turn) => [
      { ...entryCell(turn.seq, `${turn.number}`), by: turn.number },
      turn.duration === null ? { text: tookOf(turn), tone: 'soft', by: Infinity } : durationCell(turn.duration),
      sumOfOwners(turn.share) === 0 ? DASH : ownerTimeCell(turn.share, longest),
      turn.firstChunk === null ? DASH : durationCell(turn.firstChunk),
      linkedCountCell(turn.chunks, {
        to: { q: `turn:${turn.number} (update:agent_message* or update:agent_thought*)` },
      }),
      linkedCountCell(turn.toolCalls, { to: { q: `turn:${turn.number} tool:*` } }),
      turn.tokens === null
        ? { ...DASH, title: 'The agent reported no tokens for this turn.' }
        : { text: tokensText(turn.tokens), by: totalOf(turn.tokens) },
      turn.cost === null ? DASH : { text: costText(turn.cost), by: turn.cost.amount },
      outcome(turn),
    ]),
  };
}

/** `1.24 s`, or `open, 31.0 s` so far. */
export function tookOf({ duration, share }: TurnStats): string {
  if (duration !== null) return formatMicroseconds(duration);
  const soFar = sumOfOwners(share);
  return soFar === 0 ? 'open' : `open, ${formatMicroseconds(soFar)}`;
}

const outcome = ({ outcome: said }: TurnStats): Cell =>
  textCell(said?.replaceAll('_', ' ') ?? null, said === 'error' || said === 'refusal' ? { tone: 'bad' } : {});

/** Tokens and cost by session. */
export function usageSection({ usage: all, turnCount, tokenReading }: Stats): StatsSection {
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
      lastTurn === null
        ? UNREPORTED
        : { text: tokensText(lastTurn), title: TOKENS[lastTurn.source], by: totalOf(lastTurn) },
      counted === null
        ? UNREPORTED
        : { text: tokensText(counted), title: TOKENS[counted.source], by: totalOf(counted) },
      context === null ? UNREPORTED : contextCell(context),
      cost === null ? UNREPORTED : { text: costText(cost), by: cost.amount },
      { ...entryCell(seq), by: seq },
    ]),
  };
}

const UNREPORTED: Cell = { text: 'not reported', tone: 'soft' };

const TOKENS: Readonly<Record<Tokens['source'], string>> = {
  usage: 'From the usage of an answer to a prompt.',
  state: 'From the usage of a state update.',
  quota: 'From the private _meta.quota of an answer to a prompt.',
};
