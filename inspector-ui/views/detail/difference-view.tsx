import type { EntryDetail } from '#core/model/row.ts';
import { EntryNameView } from '../../components/entry-name.tsx';
import { Loading } from '../../components/loading.tsx';
import { Message } from '../../components/message.tsx';
import { seqOf } from '#core/units.ts';
import { toEntryName } from '../timeline/timeline-rows.ts';
import type { BodyProps } from './body-props.ts';
import { toDifferenceRows, type DifferenceRow } from './difference-rows.ts';
import { useEntry } from './use-entry.ts';
import './difference-view.css';

/** Differences between the marked and the selected entry, value by value. */
export function DifferenceView({ inspector, opened, entry }: BodyProps) {
  const marked = opened.comparedWith.value ?? entry.row.seq;
  const other = useEntry(inspector.backend, opened.recording, marked).value;
  if (other.kind === 'loading') return <Loading />;
  if (other.kind === 'failed') return <Message title="The marked entry could not be loaded">{other.reason}</Message>;
  const rows = toDifferenceRows(other.entry, entry);
  const name = ({ row }: EntryDetail, way: string) => (
    <p class="difference-side" data-way={way}>
      <span aria-hidden="true">{way === 'marked' ? '−' : '+'}</span>
      <button type="button" class="bare-button pair-link" onClick={() => inspector.goTo(seqOf(row.seq))}>
        <EntryNameView {...toEntryName(row.seq, row)} />
      </button>
    </p>
  );
  return (
    <div class="difference">
      {name(other.entry, 'marked')}
      {name(entry, 'selected')}
      {rows.length === 0 && <Message title="The same values" />}
      <DifferenceList rows={rows} before="marked" after="selected" />
    </div>
  );
}

interface ListProps {
  readonly rows: readonly DifferenceRow[];
  /** Names of the two values, for screen readers. */
  readonly before: string;
  readonly after: string;
}

/** Different values below each other. */
export function DifferenceList({ rows, before: earlier, after: later }: ListProps) {
  return (
    <dl class="difference-list">
      {rows.map(({ pointer, before, after }) => (
        <div key={pointer} class="difference-row">
          <dt>{pointer || 'the whole frame'}</dt>
          {before !== undefined && (
            <dd data-way="marked">
              <span class="visually-hidden">{earlier}: </span>
              {before}
            </dd>
          )}
          {after !== undefined && (
            <dd data-way="selected">
              <span class="visually-hidden">{later}: </span>
              {after}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
