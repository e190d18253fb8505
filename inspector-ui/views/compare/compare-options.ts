import { renderPart } from '#core/compare/part.ts';
import type { ComparedSide, Part } from '#core/model/compare.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { cut } from '#core/text/cut.ts';
import type { EpochMs } from '#core/units.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { toRecordingRow } from '../recordings/recording-rows.ts';

/** An option of a list: `value` as written in the address. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** Title of the options that it stands with. */
  readonly group?: string;
}

/** Most options in a list. Users can open the other recordings and compare from there. */
const MAX_OPTIONS = 300;

/**
 * The recordings to compare with: this one first, to compare its turns, then those of the same command, then the others;
 * the newest first.
 */
export function toRecordingOptions(
  own: RecordingSummary,
  all: readonly RecordingSummary[],
  chosen: string,
  now: EpochMs,
): readonly Option[] {
  const others = all.filter(({ id }) => id !== own.id);
  const command = JSON.stringify(own.command);
  const isRunOfSame = (other: RecordingSummary) => JSON.stringify(other.command) === command;
  const runs = others.filter(isRunOfSame).map((each) => ({ each, group: 'Runs of this command' }));
  const rest = others.filter((each) => !isRunOfSame(each)).map((each) => ({ each, group: 'Other recordings' }));
  const shown = [...runs, ...rest].filter(({ each }, index) => index < MAX_OPTIONS || each.id === chosen);
  const isThere = chosen === own.id || others.some(({ id }) => id === chosen);
  return [
    { value: own.id, label: 'this recording itself' },
    ...shown.map(({ each, group }) => ({ value: each.id, label: recordingName(each, now), group })),
    ...(isThere ? [] : [{ value: chosen, label: `${toVisibleLine(chosen)}, which is not here` }]),
  ];
}

const TITLE = 60;

/** Distinguishes a recording from all others in a list: its name, its start and its id. */
export function recordingName(recording: RecordingSummary, now: EpochMs): string {
  const { title, version, started } = toRecordingRow(recording, now);
  return [[title, version].filter(Boolean).join(' '), started, recording.id].join(' · ');
}

/** The parts of a recording. Before the first comparison, only the chosen part is known. */
export function toPartOptions(side: ComparedSide | undefined, chosen: Part): readonly Option[] {
  const turns = (side?.turns ?? []).map(({ number, title }) => ({
    value: `turn-${number}`,
    label: `Turn ${number}${title === '' ? '' : ` · ${cut(toVisibleLine(title), TITLE)}`}`,
  }));
  const sessions = Array.from({ length: side && side.sessions > 1 ? side.sessions : 0 }, (_, index) => ({
    value: `session-${index + 1}`,
    label: `Session ${index + 1}`,
  }));
  const value = renderPart(chosen);
  const options = [{ value: '', label: 'all of it' }, ...sessions, ...turns];
  return options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: value.replace('-', ' ') }];
}
