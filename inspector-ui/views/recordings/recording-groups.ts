import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { EpochMs } from '#core/units.ts';
import type { Grouping } from '../../state/page/layout.ts';
import { formatDay, parseInstant } from '../../text/time.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { agentNameOf } from './recording-rows.ts';

/** Recordings below one heading, the newest first. */
export interface RecordingGroup {
  /** Empty for no heading. */
  readonly label: string;
  readonly recordings: readonly RecordingSummary[];
  /** The number of recordings in the groups above. */
  readonly before: number;
}

/** Labels of the groupings. */
export const GROUPING_LABELS: Readonly<Record<Grouping, string>> = {
  time: 'By time',
  agent: 'By agent',
  folder: 'By folder',
  day: 'By day',
  name: 'By name',
};

/** Divides the list. The group of the newest recording comes first. */
export function toGroups(
  newestFirst: readonly RecordingSummary[],
  grouping: Grouping,
  now: EpochMs,
): readonly RecordingGroup[] {
  if (grouping === 'time') return [{ label: '', recordings: newestFirst, before: 0 }];
  const groups = Map.groupBy(newestFirst, (recording) => labelOf(recording, grouping, now));
  let before = 0;
  return [...groups].map(([label, recordings]) => {
    const group = { label, recordings, before };
    before += recordings.length;
    return group;
  });
}

function labelOf(recording: RecordingSummary, grouping: Exclude<Grouping, 'time'>, now: EpochMs): string {
  switch (grouping) {
    case 'agent':
      return agentNameOf(recording);
    case 'folder':
      return toVisibleLine(recording.cwd) || 'Unknown folder';
    case 'day':
      return formatDay(parseInstant(recording.startedAt), now);
    case 'name':
      return recording.name ? toVisibleLine(recording.name) : 'Without a name';
  }
}
