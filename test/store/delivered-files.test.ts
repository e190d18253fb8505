import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { MAX_INJECTED_DISTANCE } from '#core/cards/card-kinds.ts';
import { createMemory } from '#core/memory/memory.ts';
import { memorySource } from '#core/memory/memory-source.ts';
import { createQueries } from '#core/queries/recording-queries.ts';
import type { RecordingSource } from '#core/recording-source.ts';
import { importFile } from '../../proxy/cli/recordings/import-file.ts';
import { openStore } from '../../proxy/store/store.ts';
import { storeSource } from '../../proxy/store/store-source.ts';
import { query } from '../support/database.ts';
import { temporaryFolder } from '../support/folders.ts';
import { temporaryFile } from '../support/recording-file.ts';

const ports = {
  rest: async () => {},
  now: () => performance.now(),
  loadRegexes: () => Promise.reject(new Error('no regex is asked for')),
};

const pathOf = (kind: string) => `recordings/interventions/${kind}.acp.jsonl`;

async function opened(kind: string, path = pathOf(kind)) {
  const store = openStore(join(temporaryFolder(), 'acptap.db'));
  onTestFinished(() => store.close());
  const { no } = await importFile(store, path);
  return { store, no, toolCall: () => toolCallOf(storeSource(store, no, kind)) };
}

async function toolCallOf(source: RecordingSource) {
  const whole = { session: undefined, q: '', at: { from: 0 }, count: 100 } as const;
  const window = await createQueries(ports)
    .of(source)
    .conversation(whole, () => true);
  return window?.cards.find((card) => card.kind === 'tool-call');
}

test('the card of a tool call has the write that the client was given', async () => {
  const { toolCall } = await opened('edit');
  expect(await toolCall()).toMatchObject({
    files: [{ path: '/project/b.txt', delivery: 'changed' }],
    operations: [{ operation: { path: '/project/b.txt', delivery: 'changed' } }],
  });
});

test('the card of a tool call has the answer that acptap gave for the client', async () => {
  const { toolCall } = await opened('answer');
  const answered = expect.any(Number) as number;
  expect(await toolCall()).toMatchObject({
    files: [{ delivery: 'answered', answered, failure: { message: 'disk full' } }],
    operations: [{ operation: { delivery: 'answered', answered, isFailed: true } }],
  });
});

test.each([
  [MAX_INJECTED_DISTANCE - 1, true],
  [MAX_INJECTED_DISTANCE, false],
])(
  'the answer that acptap gave is looked for in a bounded number of entries: %i others before it',
  async (others, isFound) => {
    const lines = readFileSync(pathOf('answer'), 'utf8').split('\n');
    const at = lines.findIndex((line) => line.includes('"injected"'));
    const request = lines.findIndex((line) => line.includes('"method":"fs/write_text_file"'));
    const text = lines
      .toSpliced(at, 0, ...Array.from({ length: others - (at - request - 1) }, () => STDERR))
      .join('\n');
    const { store, no, toolCall } = await opened('answer', temporaryFile(text, 'far.acp.jsonl'));
    const memory = createMemory(store.read.header(no));
    memory.apply(store.read.entries(no));
    for (const card of [await toolCall(), await toolCallOf(memorySource(memory.finish(), 'memory'))])
      expect(card?.files.map(({ failure }) => failure?.message)).toEqual([isFound ? 'disk full' : undefined]);
  },
);

const STDERR = '{"from":"stderr","text":"busy\\n"}';

test('while a frame is on its way, a live recording has no file operation of it yet', async () => {
  const { store, no } = await opened('edit');
  query(store.path, `UPDATE recording SET state = 'live' WHERE no = ${no}`);
  const kept = query<{ seq: number; at: number; bytes: Uint8Array; why: string }>(
    store.path,
    `SELECT seq, at, bytes, why FROM delivery WHERE bytes IS NOT NULL`,
  );
  const [edited] = kept;
  query(store.path, `DELETE FROM delivery WHERE seq = ${edited?.seq}`);
  const parts = [...store.read.fileMessages.from(no, 0)];
  expect(parts.at(-1)?.next).toBe(edited?.seq);
  query(store.path, `UPDATE recording SET state = 'ended' WHERE no = ${no}`);
  const rest = [...store.read.fileMessages.from(no, edited?.seq ?? 0)];
  expect(rest.flatMap(({ messages }) => messages)[0]?.method).toBe('fs/write_text_file');
});
