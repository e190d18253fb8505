import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Group } from '#core/model/group.ts';
import type { TimelineRow } from '#core/contract/timeline.ts';
import { elapsedUs, seqOf } from '#core/units.ts';
import { reasonOf } from '../../backends/backend.ts';
import { EntryNameView } from '../../components/entry-name.tsx';
import { Loading } from '../../components/loading.tsx';
import { Message } from '../../components/message.tsx';
import { VisibleText } from '../../components/visible-text.tsx';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { formatCount } from '../../text/size.ts';
import { formatDelta } from '../../text/time.ts';
import { toEntryName } from '../timeline/timeline-rows.ts';
import './frames-view.css';

interface FramesProps {
  readonly inspector: Inspector;
  readonly opened: OpenedRecording;
  readonly group: Group;
}

/** Frames shown here at most; the timeline has all. */
const SHOWN = 200;

type Frames =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'ready'; readonly rows: readonly TimelineRow[]; readonly text: string };

/** The frames of a group with their times since its first, and the joined text of its chunks. */
export function FramesView({ inspector, opened, group }: FramesProps) {
  const { backend } = inspector;
  const frames = useMemo(() => signal<Frames>({ kind: 'loading' }), [group.no, group.entries]);
  useEffect(() => {
    const abort = new AbortController();
    const query = { view: 'folded', q: '', opened: [group.no], collapsed: [] } as const;
    const load = async () => {
      const at = await backend.rows(
        opened.recording,
        { ...query, at: { around: group.first }, count: 1 },
        abort.signal,
      );
      // Starts at the group's row. The request may find that row or its first frame: both have this seq.
      const from = Math.max((at.index ?? at.from) - 1, 0);
      const count = Math.min(group.entries, SHOWN) + 3;
      const [window, text] = await Promise.all([
        backend.rows(opened.recording, { ...query, at: { from }, count }, abort.signal),
        textOf(inspector, opened.recording, group, abort.signal),
      ]);
      const rows = window.rows.filter((row) => row.group === null && row.groupNo === group.no).slice(0, SHOWN);
      frames.value = { kind: 'ready', rows, text };
    };
    load().catch((error: unknown) => {
      if (!abort.signal.aborted) frames.value = { kind: 'failed', reason: reasonOf(error) };
    });
    return () => abort.abort();
  }, [backend, opened.recording, group.no, group.entries, frames]);

  const shown = frames.value;
  if (shown.kind === 'loading') return <Loading />;
  if (shown.kind === 'failed') return <Message title="The frames could not be loaded">{shown.reason}</Message>;
  return (
    <div class="frames">
      {shown.text && (
        <p class="kept-lines frames-text">
          <VisibleText text={shown.text} />
        </p>
      )}
      <ul class="frames-list">
        {shown.rows.map((row) => (
          <li key={row.seq}>
            <button
              type="button"
              class="bare-button hoverable entry-link frame-link"
              data-frame={row.seq}
              onClick={() => inspector.goTo(seqOf(row.seq))}
            >
              <EntryNameView {...toEntryName(row.seq, row)} />
              <span class="digits soft frame-time">{formatDelta(elapsedUs(row.t), elapsedUs(group.t))}</span>
            </button>
          </li>
        ))}
      </ul>
      {group.entries > shown.rows.length && (
        <p class="paragraph frames-more">
          {formatCount(group.entries - shown.rows.length)} more: → opens the group in the timeline.
        </p>
      )}
    </div>
  );
}

const TEXTS: ReadonlySet<Group['kind']> = new Set(['message', 'thought', 'user-message']);

/** Returns the joined text of the chunks, from the conversation; empty for groups without text. */
async function textOf({ backend }: Inspector, recording: string, group: Group, aborted: AbortSignal): Promise<string> {
  if (!TEXTS.has(group.kind)) return '';
  const query = { session: undefined, q: '', at: { around: group.first }, count: 3 } as const;
  const { cards } = await backend.conversation(recording, query, aborted);
  const card = cards.find((each) => each.group === group.no);
  if (card?.kind !== 'message') return '';
  return card.blocks.map((block) => (block.kind === 'text' ? block.text : `[${block.kind}]`)).join('');
}
