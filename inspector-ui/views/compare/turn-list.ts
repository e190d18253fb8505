import { formatCount } from '../../text/size.ts';
import type { TurnView } from './compare-rows.ts';

/** A line of the list of turns: a turn, or a run of equal turns. */
export type TurnItem =
  | { readonly kind: 'turn'; readonly key: string; readonly turn: TurnView }
  | { readonly kind: 'run'; readonly key: string; readonly label: string; readonly turns: readonly TurnView[] };

export interface TurnList {
  readonly items: readonly TurnItem[];
  /** Number of different turns that are left out at the end of `items`. */
  readonly more: number;
}

/** Shorter runs keep a line for each turn, which shows more. */
const SHORTEST_RUN = 3;

/** Lists the first `limit` different turns, with one line per run of equal turns between them. */
export function toTurnList(turns: readonly TurnView[], limit: number): TurnList {
  const different = turns.filter(({ isSame }) => !isSame).length;
  const items: TurnItem[] = [];
  let shown = 0;
  let run: TurnView[] = [];
  const endRun = () => {
    const [first] = run;
    if (first && run.length >= SHORTEST_RUN)
      items.push({
        kind: 'run',
        key: `run ${first.key}`,
        label: `${formatCount(run.length)} turns the same`,
        turns: run,
      });
    else items.push(...run.map((turn): TurnItem => ({ kind: 'turn', key: turn.key, turn })));
    run = [];
  };
  for (const turn of turns) {
    if (turn.isSame && !turn.isOutside) {
      run.push(turn);
      continue;
    }
    endRun();
    if (!turn.isSame && shown === limit) return { items, more: different - shown };
    if (!turn.isSame) shown += 1;
    items.push({ kind: 'turn', key: turn.key, turn });
  }
  endRun();
  return { items, more: 0 };
}
