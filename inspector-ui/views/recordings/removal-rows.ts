import { UNDO_MS, type Removal } from '#core/contract/marks.ts';
import type { EpochMs } from '#core/units.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { agentNameOf } from './recording-rows.ts';

/** A removed recording that can be restored. */
export interface RemovalRow {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** `7 s`: the time left to restore it, by this browser's clock; the server's decides. Empty when it has passed. */
  readonly left: string;
  readonly isFailure: boolean;
}

export const toRemovalRows = (removals: readonly Removal[], now: EpochMs): readonly RemovalRow[] =>
  removals.map(({ id, name, command, until, problem }) => {
    const title = name ? toVisibleLine(name) : agentNameOf({ agent: null, command });
    const seconds = Math.min(Math.ceil((until - now) / 1000), UNDO_MS / 1000);
    return {
      id,
      title,
      text: problem === null ? `Removed ${title}` : `${title} could not be removed: ${toVisibleLine(problem)}`,
      left: problem === null && seconds > 0 ? `${seconds} s` : '',
      isFailure: problem !== null,
    };
  });
