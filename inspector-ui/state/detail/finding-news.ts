import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { Grade } from '#core/model/finding.ts';
import { seqOf, type Seq } from '#core/units.ts';
import type { Backend, StartTimer } from '../../backends/backend.ts';
import type { ViewName } from '../shell/route.ts';
import { toNotice } from './finding-notice.ts';

/** Findings that came while the recording was open and that the user has not looked at. */
export interface FindingNews {
  readonly count: number;
  /** The first of them; undefined until it is known. */
  readonly first: { readonly seq: Seq; readonly grade: Grade; readonly text: string } | undefined;
}

export interface FindingNewsPorts {
  readonly recording: string;
  readonly summary: ReadonlySignal<RecordingSummary>;
  /** Who goes to the view of the findings has seen them. */
  readonly view: ReadonlySignal<ViewName>;
  readonly backend: Pick<Backend, 'seek' | 'entry'>;
  readonly startTimer: StartTimer;
}

/** Findings often come in groups: one announcement for all of them. */
const SETTLE_MS = 500;

/** Counts new findings of the open recording, and finds the first of them. */
export function createFindingNews({ recording, summary, view, backend, startTimer }: FindingNewsPorts) {
  const now = computed(() => {
    const { findings, total } = summary.value;
    return { findings: findings.error + findings.warning + findings.note, entries: total };
  });
  const seen = signal(now.peek());
  const first = signal<FindingNews['first']>(undefined);
  const announced = signal(0);
  const asking = new AbortController();
  let cancel: (() => void) | undefined;

  const announce = async () => {
    cancel = undefined;
    const before = seen.peek();
    const { findings, entries } = before;
    try {
      if (!first.peek()) {
        const query = { q: 'has:finding', from: entries - 1, step: 1, wrap: false } as const;
        const { seq } = await backend.seek(recording, query, asking.signal);
        const entry = seq === null ? undefined : await backend.entry(recording, seqOf(seq), asking.signal);
        const grade = entry?.findings[0]?.grade;
        if (entry && grade && seen.peek() === before)
          first.value = { seq: seqOf(entry.row.seq), grade, text: toNotice(entry) };
      }
    } catch {
      // Announced without the text. The timeline uses the same server and reports its errors.
    }
    if (seen.peek() === before) announced.value = now.peek().findings - findings;
  };
  const stop = effect(() => {
    if (now.value.findings <= seen.value.findings) return;
    untracked(() => (cancel ??= startTimer(SETTLE_MS, () => void announce())));
  });

  const see = () => {
    cancel?.();
    cancel = undefined;
    seen.value = now.peek();
    first.value = undefined;
    announced.value = 0;
  };
  const stopSeeing = effect(() => {
    if (view.value === 'findings') untracked(see);
  });

  return {
    /** Undefined without news. */
    news: computed((): FindingNews | undefined =>
      announced.value > 0 ? { count: announced.value, first: first.value } : undefined,
    ),
    /** The user has looked at the findings. */
    see,
    dispose: () => {
      stop();
      stopSeeing();
      cancel?.();
      asking.abort();
    },
  };
}
