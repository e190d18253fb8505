import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MAX_CARD_ENTRIES } from '#core/cards/card-kinds.ts';
import { createFold } from '#core/fold/fold.ts';
import type { Block, Card } from '#core/model/cards.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { importAlone, importFile } from '../../proxy/cli/recordings/import-file.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore } from '../../proxy/store/store.ts';
import { goldenRecordings } from '../../scripts/golden-text.ts';
import { someOf } from '../support/effort.ts';
import { header, recordingFile } from '../support/recording-file.ts';

/** A recording file in a database of its own, and how to ask for its conversation. */
async function opened(file: string) {
  const store = openStore(MEMORY);
  onTestFinished(() => store.close());
  const { no } = await importAlone(store, file);
  const window = (at: { from: number } | { around: number }, count = 100, session?: string) =>
    store.read.conversation.window(no, { session, at, count });
  const all = (): readonly Card[] => {
    const cards: Card[] = [];
    for (let { total } = window({ from: 0 }); cards.length < total;)
      cards.push(...window({ from: cards.length }).cards);
    return cards;
  };
  return { window, all };
}

const names = (cards: readonly Card[]) => cards.map(({ kind, first }) => `${kind} ${first}`);

const update = (session: string, json: string) => `< session/update {"sessionId":"${session}","update":${json}}`;
const said = (session: string, text: string) =>
  update(session, `{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"${text}"}}`);

const TWO_SESSIONS = `
  > 0 initialize {"protocolVersion":1}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[]}
  > 1 session/new {"cwd":"/a","mcpServers":[]}
  < 1 ok {"sessionId":"a"}
  > 2 session/new {"cwd":"/b","mcpServers":[]}
  < 2 ok {"sessionId":"b"}
  > 3 session/prompt {"sessionId":"a","prompt":[{"type":"text","text":"hi"}]}
  > 4 session/prompt {"sessionId":"b","prompt":[{"type":"text","text":"ho"}]}
  ${said('a', 'one ')}
  ${said('b', 'two ')}
  ${said('a', 'more')}
  < 3 ok {"stopReason":"end_turn"}
  < 4 ok {"stopReason":"refusal"}
  = exit {"code":0,"signal":null}`;

describe('the conversation of a recording', () => {
  test('has cards in the order of their first entries, and ends of turns where they ended', async () => {
    const { all } = await opened(recordingFile(TWO_SESSIONS));
    expect(names(all())).toEqual([
      'session 2',
      'session 4',
      'prompt 6',
      'prompt 7',
      'message 8',
      'message 9',
      'turn-end 11',
      'turn-end 12',
      'process 13',
    ]);
  });

  test('can be that of one session', async () => {
    const { window } = await opened(recordingFile(TWO_SESSIONS));
    const { cards, sessions, total } = window({ from: 0 }, 100, 'b');
    expect(names(cards)).toEqual(['session 4', 'prompt 7', 'message 9', 'turn-end 12']);
    expect({ sessions, total }).toEqual({ sessions: ['a', 'b'], total: 4 });
  });

  test('concatenated windows equal the whole conversation', async () => {
    const { window, all } = await opened(recordingFile(TWO_SESSIONS));
    const pieces = [0, 2, 4, 6, 8].flatMap((from) => window({ from }, 2).cards);
    expect(pieces).toEqual(all());
  });

  test.each([
    [0, 0],
    [3, 0],
    [8, 4],
    [10, 4],
    [11, 6],
    [13, 8],
    [99, 8],
  ])('finds the card that shows entry %i', async (seq, place) => {
    const { window } = await opened(recordingFile(TWO_SESSIONS));
    const { index, from, cards } = window({ around: seq }, 3);
    expect(index).toBe(place);
    expect(cards[place - from]).toEqual(window({ from: place }, 1).cards[0]);
  });

  test('has the entries, the time and the findings of each card', async () => {
    const { all } = await opened(recordingFile(`${TWO_SESSIONS}\n${said('a', 'late')}`));
    const cards = all();
    expect(cards[4]).toMatchObject({ first: 8, last: 10, entries: 2, turn: 1, session: 'a', t: 9000, until: 11_000 });
    expect(cards.at(-1)).toMatchObject({ kind: 'message', findings: { grade: expect.any(String) as string } });
    expect(cards[4]?.findings).toBeNull();
  });

  test('ends a turn of version 2 with its idle update, and shows the agent’s own terminals', async () => {
    const { all } = await opened(
      recordingFile(`
        > 0 initialize {"protocolVersion":2,"capabilities":{},"info":{"name":"c","version":"1"}}
        < 0 ok {"protocolVersion":2,"capabilities":{"session":{}},"info":{"name":"a","version":"1"}}
        > 1 session/new {"cwd":"/a","mcpServers":[]}
        < 1 ok {"sessionId":"a"}
        > 2 session/prompt {"sessionId":"a","prompt":[{"type":"text","text":"hi"}]}
        < 2 ok {"messageId":"m"}
        ${update('a', '{"sessionUpdate":"state_update","state":"running"}')}
        ${update('a', '{"sessionUpdate":"terminal_update","terminalId":"t","command":"ls"}')}
        ${update('a', '{"sessionUpdate":"tool_call_update","toolCallId":"c","title":"ls","content":[{"type":"terminal","terminalId":"t"}]}')}
        ${update('a', '{"sessionUpdate":"terminal_output_chunk","terminalId":"t","data":"8J+R"}')}
        ${update('a', '{"sessionUpdate":"terminal_output_chunk","terminalId":"t","data":"qQ=="}')}
        ${update('a', '{"sessionUpdate":"terminal_update","terminalId":"t","exitStatus":{"exitCode":0}}')}
        ${update('a', '{"sessionUpdate":"usage_update","used":7,"size":100}')}
        ${update('a', '{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}')}`),
    );
    const cards = all();
    expect(names(cards)).toEqual(['session 2', 'prompt 4', 'tool-call 8', 'turn-end 13']);
    expect(cards[2]).toMatchObject({
      content: [{ kind: 'terminal', terminal: { command: 'ls', output: { text: '👩' }, exit: { code: 0 } } }],
    });
    expect(cards[3]).toMatchObject({ stopReason: 'end_turn', context: { used: 7, size: 100, cost: null }, turn: 1 });
  });

  test('of a very long message counts the omitted chunks', async () => {
    const chunks = Array.from({ length: MAX_CARD_ENTRIES + 7 }, () => said('a', 'x')).join('\n');
    const { all } = await opened(recordingFile(chunks));
    const [card] = all();
    expect(card).toMatchObject({ kind: 'message', entries: MAX_CARD_ENTRIES + 7, unread: 7 });
    expect(card?.kind === 'message' && card.blocks).toMatchObject([{ text: 'x'.repeat(MAX_CARD_ENTRIES) }]);
  });
});

test('a list that was read before continues at its end after more is recorded', () => {
  const store = openStore(MEMORY);
  onTestFinished(() => store.close());
  const { no } = store.write.begin(header());
  const fold = createFold();
  const entries = parseTranscript(TWO_SESSIONS);
  const seen: string[][] = [];
  for (const [index, entry] of entries.entries()) {
    fold.apply(entry);
    store.write.append(no, { ...fold.take(), from: index, to: index + 1 });
    const { cards, total } = store.read.conversation.window(no, { session: undefined, at: { from: 0 }, count: 100 });
    expect(total).toBe(cards.length);
    seen.push(names(cards));
  }
  const last = seen.at(-1) ?? [];
  for (const list of seen) expect(list).toEqual(last.slice(0, list.length));
  expect(last).toHaveLength(9);
});

test('a recording that gets the number of a removed one has its own cards', async () => {
  const store = openStore(MEMORY);
  onTestFinished(() => store.close());
  const cardsOf = async (id: string, transcript: string) => {
    const { no } = await importFile(store, recordingFile(transcript, { id }));
    return { no, cards: store.read.conversation.window(no, { session: undefined, at: { from: 0 }, count: 9 }).cards };
  };
  const first = await cardsOf('first', said('a', 'one'));
  store.write.remove(first.no, { pid: process.pid, started: undefined });
  const second = await cardsOf('second', `${TWO_SESSIONS}\n${said('a', 'late')}`);
  expect([second.no, names(second.cards).at(0), second.cards.length]).toEqual([first.no, 'session 2', 9]);
});

const textOf = (blocks: readonly Block[]) => blocks.map((block) => (block.kind === 'text' ? block.text : '')).join('');

describe.each(someOf(goldenRecordings(), 12))('%s', (path) => {
  test('has a card for each text of its frames, and lists no entry twice', async () => {
    const { all } = await opened(path);
    const cards = all();
    const told = { agent: '', user: '', thought: '' };
    for (const card of cards) if (card.kind === 'message') told[card.by] += textOf(card.blocks);
    const frames = frameTexts(path);
    // Sessions may speak at the same time: then the letters are the same, and the order is each message's own.
    for (const by of ['agent', 'user', 'thought'] as const) expect(sorted(told[by])).toBe(sorted(frames[by]));
    const keys = cards.map(({ first, part, kind }) => `${first} ${part} ${kind}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(cards.map(({ first }) => first)).toEqual(cards.map(({ first }) => first).toSorted((a, b) => a - b));
  });
});

const sorted = (text: string) => Array.from(text).toSorted().join('');

/** All text of chunks, read from the file without any of our decoders. */
function frameTexts(path: string) {
  const texts = { agent: '', user: '', thought: '' };
  const variants = {
    agent_message_chunk: 'agent',
    user_message_chunk: 'user',
    agent_thought_chunk: 'thought',
  } as const;
  for (const line of readFileSync(path, 'utf8').split('\n').slice(1)) {
    const { json } = JSON.parse(line || '{}') as { json?: { params?: { update?: Chunk } } };
    const { sessionUpdate, content } = json?.params?.update ?? {};
    const by = variants[sessionUpdate as keyof typeof variants];
    if (by) texts[by] += typeof content === 'string' ? content : (content?.text ?? '');
  }
  return texts;
}

interface Chunk {
  readonly sessionUpdate?: string;
  readonly content?: string | { readonly text?: string };
}
