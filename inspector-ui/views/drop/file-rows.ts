import type { Opening } from '../../backends/file.ts';
import { formatCounted } from '../../text/size.ts';

/** A file that is being read or failed. */
export interface OpeningRow {
  readonly name: string;
  readonly text: string;
  /** From 0 to 1; undefined after a failure. */
  readonly progress: number | undefined;
}

export const toOpeningRow = ({ name, progress, entries, problem }: Opening): OpeningRow =>
  problem === undefined
    ? { name, text: `${Math.floor(progress * 100)} % · ${formatCounted(entries, 'entry', 'entries')}`, progress }
    : { name, text: sentence(problem), progress: undefined };

const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
