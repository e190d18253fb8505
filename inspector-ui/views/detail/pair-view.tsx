import { seqOf } from '#core/units.ts';
import { EntryNameView } from '../../components/entry-name.tsx';
import { Loading } from '../../components/loading.tsx';
import { Message } from '../../components/message.tsx';
import { toEntryName } from '../timeline/timeline-rows.ts';
import type { BodyProps } from './body-props.ts';
import { JsonView } from './json-view.tsx';
import { useEntry } from './use-entry.ts';
import './pair-view.css';

/** Request and response of an exchange. */
export function PairView({ inspector, opened, entry }: BodyProps) {
  const pair = entry.row.pair ?? entry.row.seq;
  const other = useEntry(inspector.backend, opened.recording, pair).value;
  if (other.kind === 'loading') return <Loading />;
  if (other.kind === 'failed')
    return <Message title="The request or response could not be loaded">{other.reason}</Message>;
  const halves = [entry, other.entry].toSorted((one, another) => one.row.seq - another.row.seq);
  return (
    <div class="pair">
      {halves.map((half) => (
        <section key={half.row.seq} class="pair-half">
          <h4 class="pair-title">
            <button type="button" class="bare-button pair-link" onClick={() => inspector.goTo(seqOf(half.row.seq))}>
              <EntryNameView {...toEntryName(half.row.seq, half.row)} />
            </button>
          </h4>
          <JsonView
            inspector={inspector}
            opened={opened}
            entry={half}
            onRaw={() => inspector.goTo(seqOf(half.row.seq))}
          />
        </section>
      ))}
    </div>
  );
}
