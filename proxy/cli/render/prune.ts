import { formatBytes } from '#core/text/format-bytes.ts';
import type { Prunable } from '../../store/read/prunable.ts';
import { localTime, nameAndCommand, renderGrades } from './list.ts';
import { table } from './table.ts';

/** The recordings that pruning removes, cut to `columns`. */
export const renderPrunable = (recordings: readonly Prunable[], columns?: number): string =>
  table(
    [
      ['ID', 'STARTED', 'SIZE', 'FINDINGS', 'COMMAND'],
      ...recordings.map(({ id, startedAt, size, findings, name, command }) => [
        id,
        localTime(new Date(startedAt).toISOString()),
        formatBytes(size),
        renderGrades(findings),
        nameAndCommand({ name, command }),
      ]),
    ],
    columns,
  );
