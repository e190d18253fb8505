import { batch, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { ConversationQuery } from '#core/model/cards.ts';
import type { Seq } from '#core/units.ts';
import { reasonOf, type Backend, type FeedEvent, type StartTimer } from '../../backends/backend.ts';
import { CARDS_PER_FETCH, createCardCache } from './card-cache.ts';

/** Pause between two refreshes of changing cards: nobody reads faster. */
const REST_MS = 120;

export interface ConversationPorts {
  readonly backend: Pick<Backend, 'conversation' | 'listen'>;
  readonly startTimer: StartTimer;
  /** The filter in force, with the range of time. */
  readonly q: ReadonlySignal<string>;
  /** The session to show first. By default all sessions. */
  readonly session?: string | undefined;
}

/**
 * The cards of one recording. Fetches visible windows, and fetches them again when they change. `total` is undefined
 * until the first response. Cards that are not held are undefined; `version` changes whenever held cards do.
 */
export function createConversation(recording: string, { backend, startTimer, q, session: first }: ConversationPorts) {
  const unfiltered = signal<number | undefined>(undefined);
  const total = signal<number | undefined>(undefined);
  const list = signal(0);
  const version = signal(0);
  const sessions = signal<readonly string[]>([]);
  const session = signal(first);
  const failure = signal<string | undefined>(undefined);
  const cache = createCardCache();
  const flights = new Map<number, AbortController>();
  let locating = new AbortController();
  let visible = { from: 0, to: CARDS_PER_FETCH };
  let generation = 0;
  let revision: number | undefined;
  let cancelRest: (() => void) | undefined;
  let isDisposed = false;

  const ask = (at: ConversationQuery['at'], count: number, quick: boolean, aborted: AbortSignal) =>
    backend.conversation(recording, { session: session.peek(), q: q.peek(), at, count, quick }, aborted);

  const fetchVisible = () => {
    if (isDisposed || failure.peek() !== undefined) return;
    // Fetches the first piece even if the list is empty or unknown.
    const wanted = piecesBetween(visible.from, Math.max(Math.min(visible.to, total.peek() ?? visible.to), 1));
    for (const [index, flight] of flights) if (!wanted.includes(index)) flight.abort();
    for (const index of wanted) {
      cache.touch(index);
      if (!flights.has(index) && (!cache.has(index) || (!cancelRest && cache.isOld(index, generation))))
        void fetchPiece(index);
    }
  };

  const fetchPiece = async (index: number) => {
    const flight = new AbortController();
    const asked = generation;
    flights.set(index, flight);
    try {
      const isFirst = !cache.has(index); // cards that are shown can wait for the changes of files
      const window = await ask({ from: index * CARDS_PER_FETCH }, CARDS_PER_FETCH, isFirst, flight.signal);
      if (flight.signal.aborted) return;
      revision ??= window.revision;
      batch(() => {
        cache.store(index, window.cards, window.isPartial ? asked - 1 : asked); // asked again after a pause
        total.value = window.total;
        unfiltered.value = window.unfiltered;
        sessions.value = window.sessions;
        version.value = version.peek() + 1;
      });
    } catch (error) {
      if (!flight.signal.aborted) failure.value = reasonOf(error);
    } finally {
      if (flights.get(index) === flight) flights.delete(index);
    }
    if (!isDisposed) rest();
  };

  /** Fetches again after a pause: the recording may have grown, or the user may have scrolled. */
  const rest = () => {
    cancelRest ??= startTimer(REST_MS, () => {
      cancelRest = undefined;
      fetchVisible();
    });
    fetchVisible();
  };

  const onFeedEvent = (event: FeedEvent) => {
    if (event.kind === 'connected') retry();
    else if (event.kind === 'changed' && event.recording === recording && event.revision !== revision) {
      revision = event.revision;
      generation += 1;
      fetchVisible();
    }
  };

  const retry = () => {
    failure.value = undefined;
    generation += 1;
    fetchVisible();
  };

  /** Starts over with another list. */
  const restart = (chosen: string | undefined) => {
    for (const flight of flights.values()) flight.abort();
    flights.clear();
    locating.abort();
    cache.clear();
    batch(() => {
      session.value = chosen;
      total.value = undefined;
      failure.value = undefined;
      list.value = list.peek() + 1;
    });
    visible = { from: 0, to: CARDS_PER_FETCH };
    fetchVisible();
  };

  const stopListening = backend.listen(onFeedEvent);
  let asked = q.peek();
  const stopFiltering = effect(() => {
    if (q.value === asked) return;
    asked = q.value;
    untracked(() => restart(session.peek()));
  });

  return {
    total: total as ReadonlySignal<number | undefined>,
    /** Number of cards without the filter; undefined until the first response. */
    unfiltered: unfiltered as ReadonlySignal<number | undefined>,
    /** Number of the list: each change of session or filter starts another one. */
    list: list as ReadonlySignal<number>,
    version: version as ReadonlySignal<number>,
    /** The sessions that have cards. */
    sessions: sessions as ReadonlySignal<readonly string[]>,
    /** The shown session; undefined for all. */
    session: session as ReadonlySignal<string | undefined>,
    /** Why cards could not be fetched; undefined when nothing is wrong. */
    failure: failure as ReadonlySignal<string | undefined>,
    cardAt: cache.cardAt,
    /** Sets the visible cards. Fetches them if needed and cancels other fetches. */
    show: (from: number, to: number) => {
      visible = { from, to };
      fetchVisible();
    },
    /** Returns the index of the card with an entry; undefined if the request fails or a later one replaces it. */
    locate: async (seq: Seq): Promise<number | undefined> => {
      locating.abort();
      const { signal: aborted } = (locating = new AbortController());
      try {
        const window = await ask({ around: seq }, 1, true, aborted);
        if (aborted.aborted) return undefined;
        total.value = window.total;
        return window.index ?? undefined;
      } catch {
        return undefined; // `failure` comes from the fetch of the visible cards
      }
    },
    choose: restart,
    retry,
    dispose: () => {
      stopListening();
      stopFiltering();
      isDisposed = true;
      cancelRest?.();
      locating.abort();
      for (const flight of flights.values()) flight.abort();
    },
  };
}

export type Conversation = ReturnType<typeof createConversation>;

function piecesBetween(from: number, to: number): number[] {
  const first = Math.floor(Math.max(from, 0) / CARDS_PER_FETCH);
  const last = Math.floor((to - 1) / CARDS_PER_FETCH);
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, offset) => first + offset);
}
