import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { Grade } from '#core/model/finding.ts';
import { seqOf, type Seq } from '#core/units.ts';
import type { Backend, StartTimer } from '../../backends/backend.ts';
import type { ViewName } from '../page/route.ts';
import { GRADES } from '#core/model/finding.ts';
import { toNotice } from './finding-notice.ts';

/** Findings that came while the recording was open and that the user has not looked at. */
export interface FindingNews {
  readonly count: number;
  /** Their worst grade. */
  readonly worst: Grade;
  /** The first of that grade; undefined until it is known. */
  readonly first: { readonly seq: Seq; readonly grade: Grade; readonly text: string } | undefined;
}

export interface FindingNewsPorts {
  readonly recording: string;
  readonly summary: ReadonlySignal<RecordingSummary>;
  /** Marks them as seen: the view of the findings is open. */
  readonly view: ReadonlySignal<ViewName>;
  readonly backend: Pick<Backend, 'seek' | 'entry'>;
  readonly startTimer: StartTimer;
}

/** Findings often come in groups: one announcement for all of them. */
const SETTLE_MS = 500;

/** Counts new findings of the open recording, and finds the first one of their worst grade. */
export function createFindingNews({ recording, summary, view, backend, startTimer }: FindingNewsPorts) {
  const now = computed(() => ({ findings: summary.value.findings, entries: summary.value.total }));
  const seen = signal(now.peek());
  const first = signal<FindingNews['first']>(undefined);
  const announced = signal<Pick<FindingNews, 'count' | 'worst'> | undefined>(undefined);
  const asking = new AbortController();
  let cancel: (() => void) | undefined;

  const announce = async () => {
    cancel = undefined;
    const before = seen.peek();
    const { findings } = now.peek();
    const worst = GRADES.find((grade) => findings[grade] > before.findings[grade]);
    if (!worst) return;
    try {
      if (first.peek()?.grade !== worst) {
        const query = { q: `has:${worst}`, from: before.entries - 1, step: 1, wrap: false } as const;
        const { seq } = await backend.seek(recording, query, asking.signal);
        const entry = seq === null ? undefined : await backend.entry(recording, seqOf(seq), asking.signal);
        if (seen.peek() === before)
          first.value = entry && { seq: seqOf(entry.row.seq), grade: worst, text: toNotice(entry) };
      }
    } catch {
      // Announced without the text. The timeline uses the same server and reports its errors.
    }
    if (seen.peek() === before) announced.value = { count: sum(findings) - sum(before.findings), worst };
  };
  const stop = effect(() => {
    if (sum(now.value.findings) <= sum(seen.value.findings)) return;
    untracked(() => (cancel ??= startTimer(SETTLE_MS, () => void announce())));
  });

  const dismiss = () => {
    cancel?.();
    cancel = undefined;
    seen.value = now.peek();
    first.value = undefined;
    announced.value = undefined;
  };
  const stopDismissing = effect(() => {
    if (view.value === 'findings') untracked(dismiss);
  });

  return {
    /** Undefined without news. */
    news: computed((): FindingNews | undefined => announced.value && { ...announced.value, first: first.value }),
    /** Ends the announcement: these findings are known now. */
    dismiss,
    dispose: () => {
      stop();
      stopDismissing();
      cancel?.();
      asking.abort();
    },
  };
}

const sum = ({ error, warning, note }: RecordingSummary['findings']): number => error + warning + note;
