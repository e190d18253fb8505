import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createQueries } from '#core/queries/recording-queries.ts';
import { importFile } from '../../proxy/cli/recordings/import-file.ts';
import { openStore } from '../../proxy/store/store.ts';
import { storeSource } from '../../proxy/store/store-source.ts';
import { query } from '../support/database.ts';
import { temporaryFolder } from '../support/folders.ts';

const ports = {
  rest: async () => {},
  now: () => performance.now(),
  loadRegexes: () => Promise.reject(new Error('no regex is asked for')),
};

async function opened(kind: string) {
  const store = openStore(join(temporaryFolder(), 'acptap.db'));
  onTestFinished(() => store.close());
  const { no } = await importFile(store, `recordings/interventions/${kind}.acp.jsonl`);
  const queries = createQueries(ports).of(storeSource(store, no, kind));
  const toolCall = async () => {
    const whole = { session: undefined, q: '', at: { from: 0 }, count: 100 } as const;
    const window = await queries.conversation(whole, () => true);
    return window?.cards.find((card) => card.kind === 'tool-call');
  };
  return { store, no, toolCall };
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
