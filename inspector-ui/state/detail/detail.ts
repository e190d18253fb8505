import { effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { EntryDetail, EntryRow } from '#core/model/row.ts';
import type { Seq } from '#core/units.ts';
import { reasonOf, RequestFailed, type Backend } from '../../backends/backend.ts';
import type { Timeline } from '../list/timeline.ts';

export type Detail =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading'; readonly seq: Seq }
  | { readonly kind: 'ready'; readonly seq: Seq; readonly entry: EntryDetail }
  /** `isMissing`: the entry does not exist, so a retry is useless. */
  | { readonly kind: 'failed'; readonly seq: Seq; readonly reason: string; readonly isMissing: boolean };

/** The selected entry with its body. Fetched on selection, and when its row gets a pair, findings or a delivery. */
export function createDetail(
  timeline: Pick<Timeline, 'recording' | 'version' | 'rowOf'>,
  selected: ReadonlySignal<Seq | undefined>,
  backend: Pick<Backend, 'entry'>,
) {
  const detail = signal<Detail>({ kind: 'none' });
  let abort = new AbortController();
  let loading: Promise<void> = Promise.resolve();
  /** The running request for news of the shown entry. A busy recording must not cancel it again and again. */
  let amending: AbortSignal | undefined;

  const load = async (seq: Seq) => {
    abort.abort();
    const { signal: aborted } = (abort = new AbortController());
    try {
      const entry = await backend.entry(timeline.recording, seq, aborted);
      if (!aborted.aborted) detail.value = { kind: 'ready', seq, entry };
    } catch (error) {
      if (!aborted.aborted) detail.value = { kind: 'failed', seq, ...toFailure(error) };
    }
  };

  const stopSelecting = effect(() => {
    const seq = selected.value;
    abort.abort();
    detail.value = seq === undefined ? { kind: 'none' } : { kind: 'loading', seq };
    if (seq !== undefined) loading = load(seq);
  });
  const amend = async (): Promise<void> => {
    const shown = detail.peek();
    const row = shown.kind === 'none' ? undefined : timeline.rowOf(shown.seq);
    if (!row || shown.kind === 'none' || shown.kind === 'loading' || amending?.aborted === false) return;
    // A missing entry may have arrived since, while the recording is live.
    if (shown.kind === 'failed' ? !shown.isMissing : !knowsMore(row, shown.entry.row)) return;
    const { version } = timeline;
    const before = version.peek();
    const going = load(shown.seq);
    const { signal: own } = abort;
    amending = own;
    await going;
    if (amending === own) amending = undefined;
    if (!own.aborted && version.peek() !== before) void amend();
  };
  const stopAmending = effect(() => {
    void timeline.version.value;
    untracked(() => void amend());
  });

  return {
    detail: detail as ReadonlySignal<Detail>,
    /** Resolves when the selected entry is there or could not be fetched. */
    whenLoaded: () => loading,
    retry: () => {
      const seq = selected.peek();
      if (seq !== undefined) void load(seq);
    },
    dispose: () => {
      stopSelecting();
      stopAmending();
      abort.abort();
    },
  };
}

const knowsMore = (row: EntryRow, shown: EntryRow) =>
  row.pair !== shown.pair ||
  row.comment !== shown.comment ||
  row.findings.length !== shown.findings.length ||
  (row.sent === undefined) !== (shown.sent === undefined);

const toFailure = (error: unknown) =>
  error instanceof RequestFailed && error.status === 404
    ? { reason: 'This recording has no such entry.', isMissing: true }
    : { reason: reasonOf(error), isMissing: false };
