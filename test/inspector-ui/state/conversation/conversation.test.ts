import { signal } from '@preact/signals';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SeekResult } from '#core/contract/timeline.ts';
import type { Card, ConversationQuery, ConversationWindow } from '#core/model/cards.ts';
import { seqOf, type Seq } from '#core/units.ts';
import type { FeedEvent } from '../../../../inspector-ui/backends/backend.ts';
import { createCardFind } from '../../../../inspector-ui/state/conversation/card-find.ts';
import { createConversationScroll } from '../../../../inspector-ui/state/conversation/conversation-scroll.ts';
import { createCardNavigation } from '../../../../inspector-ui/state/conversation/card-navigation.ts';
import { createConversation } from '../../../../inspector-ui/state/conversation/conversation.ts';
import { createCommandQueue } from '../../../../inspector-ui/state/list/command-queue.ts';
import type { Command } from '../../../../inspector-ui/state/page/commands.ts';
import { fakeTimer, settled } from '../../fakes.ts';

const card = (index: number, more: Partial<Card> = {}): Card =>
  ({
    group: index,
    part: 'whole',
    session: 's',
    turn: null,
    first: index * 10,
    last: index * 10 + 5,
    entries: 6,
    unread: 0,
    t: index,
    until: index,
    findings: null,
    kind: index % 10 === 0 ? 'prompt' : 'message',
    by: 'agent',
    blocks: [],
    ...more,
  }) as Card;

/** A server with `total` cards. Every tenth is a prompt; card n begins with entry 10 n. */
function fakeServer(total: number) {
  const asked: ConversationQuery[] = [];
  const listeners = new Set<(event: FeedEvent) => void>();
  const state = { total, revision: 1, failure: undefined as Error | undefined, isPartial: false };
  const conversation = async (_: string, query: ConversationQuery): Promise<ConversationWindow> => {
    asked.push(query);
    await settled();
    if (state.failure) throw state.failure;
    const index = 'around' in query.at ? Math.min(Math.floor(query.at.around / 10), state.total - 1) : null;
    const from = 'from' in query.at ? query.at.from : (index ?? 0);
    const count = Math.max(Math.min(query.count, state.total - from), 0);
    const cards = Array.from({ length: count }, (__, offset) => card(from + offset));
    const part = state.isPartial ? ({ isPartial: true } as const) : {};
    const all = { total: state.total, unfiltered: 100, sessions: ['s'], revision: state.revision };
    return { from, cards, index, ...all, ...part };
  };
  return {
    asked,
    state,
    changed: () => {
      state.revision += 1;
      for (const listener of listeners)
        listener({ kind: 'changed', recording: 'r', total: 0, revision: state.revision });
    },
    backend: {
      conversation,
      listen: (listener: (event: FeedEvent) => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
  };
}

const answered = async () => {
  for (let turn = 0; turn < 4; turn++) await settled();
};

function opened(total: number) {
  const server = fakeServer(total);
  const { startTimer, runAll } = fakeTimer();
  const q = signal('');
  const conversation = createConversation('r', { backend: server.backend, startTimer, q });
  onTestFinished(conversation.dispose);
  return { ...server, conversation, q, runAll };
}

describe('the cards of a conversation', () => {
  test('are fetched once, when they become visible', async () => {
    const { conversation, asked } = opened(100);
    conversation.show(0, 0);
    await answered();
    expect([conversation.total.value, conversation.cardAt(3)?.first]).toEqual([100, 30]);
    conversation.show(45, 50);
    await answered();
    conversation.show(44, 52);
    expect(conversation.cardAt(50)?.first).toBe(500);
    expect(asked.map(({ at }) => at)).toEqual([{ from: 0 }, { from: 40 }]);
  });

  test('are fetched again when they change, at a readable pace', async () => {
    const { conversation, asked, changed, runAll } = opened(5);
    conversation.show(0, 5);
    await answered();
    runAll();
    for (let time = 0; time < 10; time++) {
      changed();
      await answered();
    }
    expect(asked).toHaveLength(2);
    runAll();
    await answered();
    expect(asked).toHaveLength(3);
  });

  test('are fetched again while the server still reads the changes of files', async () => {
    const { conversation, asked, state, runAll } = opened(5);
    state.isPartial = true;
    conversation.show(0, 5);
    await answered();
    expect([conversation.cardAt(3)?.first, asked.length]).toEqual([30, 1]);
    state.isPartial = false;
    for (let time = 0; time < 3; time++) {
      runAll();
      await answered();
    }
    expect(asked.map(({ quick }) => quick)).toEqual([true, false]);
  });

  test('appear in a list that was empty before', async () => {
    const { conversation, state, changed, runAll } = opened(0);
    conversation.show(0, 0);
    await answered();
    expect(conversation.total.value).toBe(0);
    state.total = 2;
    runAll();
    changed();
    await answered();
    expect([conversation.total.value, conversation.cardAt(1)?.first]).toEqual([2, 10]);
  });

  test('show a failure when they cannot be fetched, and are fetched again on retry', async () => {
    const { conversation, state } = opened(5);
    state.failure = new Error('gone');
    conversation.show(0, 5);
    await answered();
    expect(conversation.failure.value).toBe('The server does not answer.');
    state.failure = undefined;
    conversation.retry();
    await answered();
    expect([conversation.failure.value, conversation.cardAt(0)?.first]).toEqual([undefined, 0]);
  });

  test('are replaced when a session is chosen', async () => {
    const { conversation, asked } = opened(5);
    conversation.show(0, 5);
    await answered();
    conversation.choose('s');
    expect(conversation.cardAt(0)).toBeUndefined();
    await answered();
    expect(asked.at(-1)?.session).toBe('s');
    expect(conversation.cardAt(0)?.first).toBe(0);
  });

  test('are replaced by another filter, which keeps the unfiltered count', async () => {
    const { conversation, asked, state, q } = opened(100);
    conversation.show(0, 5);
    await answered();
    state.total = 3;
    q.value = 'kind:error';
    expect([conversation.cardAt(0), conversation.total.value, conversation.list.value]).toEqual([
      undefined,
      undefined,
      1,
    ]);
    await answered();
    expect(asked.map((query) => query.q)).toEqual(['', 'kind:error']);
    expect([conversation.total.value, conversation.unfiltered.value]).toEqual([3, 100]);
  });

  test('come with the next filter after a refused one', async () => {
    const { conversation, state, q } = opened(5);
    state.failure = new Error('gone');
    q.value = '/(a*)*b/';
    await answered();
    expect(conversation.failure.value).toBe('The server does not answer.');
    state.failure = undefined;
    q.value = '';
    await answered();
    expect([conversation.failure.value, conversation.cardAt(0)?.first]).toEqual([undefined, 0]);
  });
});

describe('the keyboard in a conversation', () => {
  async function walking(total: number, at?: number, isAsLeft = false) {
    const all = opened(total);
    const selected = signal<Seq | undefined>(at === undefined ? undefined : seqOf(at));
    const isOpened: number[] = [];
    const { conversation } = all;
    const place = createConversationScroll(signal(total));
    place.resized(800);
    const arrival = createCommandQueue();
    const walk = createCardNavigation({
      conversation,
      place,
      selected,
      select: (seq) => void (selected.value = seq),
      lead: (going) => void arrival.lead(going),
      open: (seq) => void isOpened.push(seq),
      isRestored: isAsLeft,
      follow: { toggle: () => {}, isLive: () => false },
    });
    onTestFinished(walk.dispose);
    conversation.show(0, 20);
    await answered();
    const press = (command: Command) => arrival.whenThere(command, () => void walk.perform(command));
    return { ...all, walk, selected, place, isOpened, press };
  }

  test('selects the first entry of each', async () => {
    const { walk, selected } = await walking(100);
    for (const command of ['down', 'down', 'down', 'up'] as const) walk.perform(command);
    expect([walk.current.value, selected.value]).toEqual([1, 10]);
  });

  test('starts at the card of the selected entry', async () => {
    const { walk, selected } = await walking(100, 57);
    expect(walk.current.value).toBe(5);
    walk.perform('down');
    expect(selected.value).toBe(60);
  });

  test('keeps the restored scroll position, and scrolls to the next selected card', async () => {
    const { walk, place, selected } = await walking(100, 570, true);
    expect([walk.current.value, place.top.value]).toEqual([57, 0]);
    selected.value = seqOf(333);
    await answered();
    expect([walk.current.value, place.top.value > 0]).toEqual([33, true]);
  });

  test('goes from prompt to prompt', async () => {
    const { walk, selected } = await walking(100);
    for (const command of ['next-turn', 'next-turn', 'previous-turn'] as const) walk.perform(command);
    expect(selected.value).toBe(0);
  });

  test('selects a card as soon as it is fetched', async () => {
    const { walk, selected, conversation } = await walking(100);
    walk.perform('last');
    expect([walk.current.value, selected.value]).toEqual([99, undefined]);
    conversation.show(90, 100);
    await answered();
    expect(selected.value).toBe(990);
  });

  test('follows the selection of another view', async () => {
    const { walk, selected } = await walking(100);
    selected.value = seqOf(333);
    await answered();
    expect(walk.current.value).toBe(33);
  });

  test('starts at the card of an entry that was found, although the card is still being looked up', async () => {
    const { selected, press } = await walking(100, 57);
    selected.value = seqOf(133);
    press('down');
    await answered();
    expect(selected.value).toBe(140);
  });

  test('leaves the selection to the user who selects another card before Find has an answer', async () => {
    const selected = signal<Seq | undefined>(seqOf(10));
    const { promise, resolve } = Promise.withResolvers<SeekResult>();
    const find = createCardFind({
      recording: 'r',
      backend: { seekCard: () => promise },
      q: signal(''),
      session: signal(undefined),
      selected,
      select: (seq) => void (selected.value = seq),
      countPlaces: () => 0,
    });
    const found = find.search('word', 1, new AbortController().signal);
    selected.value = seqOf(20);
    resolve({ seq: 70, ordinal: 3, count: 4 });
    expect([await found, selected.value]).toEqual([{ ordinal: 3, count: 4 }, 20]);
  });

  test('finds the selected entry again in a filtered list', async () => {
    const { walk, state, q } = await walking(100, 57);
    walk.perform('down');
    expect(walk.current.value).toBe(6);
    state.total = 3;
    q.value = 'kind:error';
    expect(walk.current.value).toBeUndefined();
    await answered();
    expect(walk.current.value).toBe(2);
  });

  test('opens the selected entry, and leaves other keys to the page', async () => {
    const { walk, isOpened } = await walking(100, 57);
    walk.perform('open');
    expect([isOpened, walk.perform('help')]).toEqual([[57], false]);
  });
});
