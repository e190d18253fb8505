import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import { ALL, parsePart, renderPart } from '#core/compare/part.ts';
import { previousRuns } from '#core/compare/previous-runs.ts';
import type { ComparedSide, Comparison, SideQuery } from '#core/model/compare.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { reasonOf, RequestFailed, type Backend } from '../../backends/backend.ts';
import type { Recordings } from '../recordings/recordings.ts';
import type { Compared } from '../page/route.ts';
import type { Router } from '../page/router.ts';

/** The two compared sides: another recording or a part of one, and this recording or a part of it. */
export interface ComparedSides {
  readonly before: SideQuery;
  readonly now: SideQuery;
}

/** `missing`: a chosen recording or part does not exist. */
export type CompareState =
  | { readonly kind: 'missing' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'ready'; readonly comparison: Comparison; readonly totals: string };

export interface ComparingPorts {
  readonly summary: ReadonlySignal<RecordingSummary>;
  readonly recordings: Recordings;
  readonly router: Router;
  readonly backend: Pick<Backend, 'compare'>;
}

/** Compares the sides in the address. Does not repeat this while a recording grows: the result would keep changing. */
export function createComparing({ summary, recordings, router, backend }: ComparingPorts) {
  const all = computed(() => recordings.recordings.value ?? []);
  const choice = computed(() => toComparedSides(router.route.value.compared ?? {}, summary.value, all.value));
  const key = computed(() => JSON.stringify(choice.value));
  const totals = computed(() => totalsOf(choice.value, all.value));
  const compared = signal<CompareState>({ kind: 'loading' });
  const sides = signal<ReadonlyMap<string, ComparedSide>>(new Map());
  /** The choice of this recording itself while its turns are not known. */
  let awaitsTurns: string | undefined;
  let abort = new AbortController();

  const compare = async () => {
    abort.abort();
    const { before, now } = choice.peek();
    const { signal: aborted } = (abort = new AbortController());
    const asked = totals.peek();
    compared.value = { kind: 'loading' };
    try {
      const comparison = await backend.compare(before, now, aborted);
      if (aborted.aborted) return;
      const { left, right } = comparison;
      sides.value = new Map([...sides.peek(), [left.recording, left], [right.recording, right]]);
      compared.value = { kind: 'ready', comparison, totals: asked };
      if (awaitsTurns === key.peek()) choose(right.recording);
    } catch (error) {
      if (aborted.aborted) return;
      const isMissing = error instanceof RequestFailed && error.status === 404;
      compared.value = isMissing ? { kind: 'missing' } : { kind: 'failed', reason: reasonOf(error) };
    }
  };

  const choose = (other: string) => {
    const own = summary.peek().id;
    const turns = sides.peek().get(own)?.turns;
    const [before, now] = other === own ? (turns ?? []).slice(-2).map(({ number }) => `turn-${number}`) : [];
    router.compare({ with: other, ...(before !== undefined && now !== undefined ? { before, now } : {}) });
    awaitsTurns = other === own && !turns ? key.peek() : undefined;
  };

  const stop = effect(() => {
    void key.value;
    untracked(() => void compare());
  });

  return {
    all,
    choice,
    /** Identifies the choice: changes with it. */
    key,
    compared: compared as ReadonlySignal<CompareState>,
    /** Turns and sessions of a recording, as of its last comparison. */
    sideOf: (recording: string): ComparedSide | undefined => sides.value.get(recording),
    /** The compared recording of another command, if this command has no earlier run. */
    foreign: computed(() => foreignRecording(choice.value.before.recording, summary.value, all.value)),
    /** True when one of the two recordings has grown since the comparison. */
    isOutdated: computed(() => compared.value.kind === 'ready' && compared.value.totals !== totals.value),
    again: () => void compare(),
    /** Stops a running comparison. */
    cancel(): void {
      if (compared.peek().kind !== 'loading') return;
      abort.abort();
      compared.value = { kind: 'cancelled' };
    },
    /** Chooses the other recording. Compares the last two turns if that is this recording. */
    choose,
    /** Chooses a part of one side, as `renderPart` writes it. Empty means the whole recording. */
    choosePart(side: 'before' | 'now', part: string): void {
      const { before, now } = choice.peek();
      const parts = { before: renderPart(before.part), now: renderPart(now.part), [side]: part };
      router.compare({
        with: before.recording,
        ...(parts.before === '' ? {} : { before: parts.before }),
        ...(parts.now === '' ? {} : { now: parts.now }),
      });
    },
    dispose: () => {
      stop();
      abort.abort();
    },
  };
}

export type Comparing = ReturnType<typeof createComparing>;

/** Reads a choice from the address. An invalid part means the whole recording. */
export function toComparedSides(
  compared: Compared,
  own: RecordingSummary,
  all: readonly RecordingSummary[],
): ComparedSides {
  return {
    before: { recording: compared.with ?? defaultOtherRecording(own, all), part: parsePart(compared.before) ?? ALL },
    now: { recording: own.id, part: parsePart(compared.now) ?? ALL },
  };
}

/**
 * Picks the recording to compare with: its previous run; else the latest earlier one; else
 * any other; else this recording itself, to compare its turns.
 */
export function defaultOtherRecording(own: RecordingSummary, newestFirst: readonly RecordingSummary[]): string {
  const others = newestFirst.filter(({ id }) => id !== own.id);
  return (previousRun(own, others) ?? earlierThan(own, others)[0] ?? others.at(-1) ?? own).id;
}

/** Returns the recording `other` if its command differs from that of `own`, which has no earlier run. */
export function foreignRecording(
  other: string,
  own: RecordingSummary,
  newestFirst: readonly RecordingSummary[],
): RecordingSummary | undefined {
  const others = newestFirst.filter(({ id }) => id !== own.id);
  const found = others.find(({ id }) => id === other);
  const isSame = JSON.stringify(found?.command) === JSON.stringify(own.command);
  return isSame || previousRun(own, others) ? undefined : found;
}

const previousRun = (own: RecordingSummary, others: readonly RecordingSummary[]) =>
  previousRuns([own, ...earlierThan(own, others)]).get(own.id);

const earlierThan = (own: RecordingSummary, others: readonly RecordingSummary[]) =>
  others.filter(({ startedAt }) => startedAt <= own.startedAt);

const totalsOf = ({ before, now }: ComparedSides, all: readonly RecordingSummary[]): string =>
  [before.recording, now.recording].map((id) => all.find((each) => each.id === id)?.total ?? 0).join(' ');
