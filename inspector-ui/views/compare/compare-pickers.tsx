import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { renderPart } from '#core/compare/part.ts';
import type { EpochMs } from '#core/units.ts';
import type { Comparing } from '../../state/shell/comparing.ts';
import { toPartOptions, toRecordingOptions, type Option } from './compare-options.ts';

interface ComparePickersProps {
  readonly comparing: Comparing;
  readonly own: RecordingSummary;
  readonly now: EpochMs;
}

/** Chooses both sides. Native lists, because they work on every screen and with every key. */
export function ComparePickers({ comparing, own, now }: ComparePickersProps) {
  const { before, now: current } = comparing.choice.value;
  const recordings = toRecordingOptions(own, comparing.all.value, before.recording, now);
  return (
    <div class="compare-pickers">
      <fieldset class="framed compare-side" data-side="before">
        <legend>Before</legend>
        <Picker label="Recording before" options={recordings} value={before.recording} onChoose={comparing.choose} />
        <Picker
          label="Part of it before"
          options={toPartOptions(comparing.sideOf(before.recording), before.part)}
          value={renderPart(before.part)}
          onChoose={(part) => comparing.choosePart('before', part)}
        />
      </fieldset>
      <fieldset class="framed compare-side" data-side="now">
        <legend>Now</legend>
        <span class="soft">this recording</span>
        <Picker
          label="Part of it now"
          options={toPartOptions(comparing.sideOf(own.id), current.part)}
          value={renderPart(current.part)}
          onChoose={(part) => comparing.choosePart('now', part)}
        />
      </fieldset>
    </div>
  );
}

interface PickerProps {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

function Picker({ label, options, value, onChoose }: PickerProps) {
  return (
    <select
      class="raised compare-picker"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {[...Map.groupBy(options, ({ group }) => group)].map(([group, own]) => {
        const lines = own.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ));
        return group === undefined ? (
          lines
        ) : (
          <optgroup key={group} label={group}>
            {lines}
          </optgroup>
        );
      })}
    </select>
  );
}
