import type { Stats } from '#core/model/stats.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { column, filterCell, type StatsSection } from './cell.ts';
import { countCell } from './stats-cells.ts';

/** The interventions, by kind. */
export function interventionSection({ interventions: all = [] }: Stats): StatsSection {
  return {
    id: 'interventions',
    title: 'Interventions',
    note: all.length > 0 ? 'Interventions of acptap. All times here are times of receipt.' : '',
    columns: [
      column('kind', 'name'),
      column('frames'),
      column('not delivered'),
      column('lines of acptap', 'number', true),
      column('endings', 'number', true),
    ],
    rows: all.map(({ kind, frames, lost, written, endings }) => [
      filterCell(toVisibleLine(kind), [['has', 'intervention']]),
      ...[frames, lost, written, endings].map(countCell),
    ]),
  };
}
