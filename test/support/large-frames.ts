import { createFold } from '#core/fold/fold.ts';
import { epochMs } from '#core/units.ts';
import { createIngester } from '../../proxy/recorder/ingest.ts';
import type { SpoolReader } from '../../proxy/recorder/spool-reader.ts';
import { SPOOL_FORMAT, type SpoolRecord, type SpoolTag } from '../../proxy/shim/spool-format.ts';
import type { Store } from '../../proxy/store/store.ts';

/** The limit of large frames in tests. */
export const LIMIT = 100_000;

const frame = (message: object) => Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

const update = (text: string) =>
  frame({
    method: 'session/update',
    params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
  });

/** Two-byte characters, so that the beginning of a frame can end within one. */
export const LARGE_ANSWER = frame({ id: 9, result: { content: 'é'.repeat(90_000) } });
export const LARGE_UPDATE = update('b'.repeat(150_000));

const client = [
  frame({
    id: 0,
    method: 'initialize',
    params: {
      protocolVersion: 1,
      clientCapabilities: { fs: { readTextFile: true } },
      clientInfo: { name: 'c', version: '1' },
    },
  }),
  frame({ id: 1, method: 'session/new', params: { cwd: '/work', mcpServers: [] } }),
  frame({ id: 2, method: 'session/prompt', params: { sessionId: 's', prompt: [{ type: 'text', text: 'Hi' }] } }),
] as const;

/**
 * The bytes of both sides, chunk by chunk. The client's response to an agent's request is too large, and so is an
 * update of the agent. The agent writes while the response arrives. Entry 7 is the response, entry 8 the update.
 */
const CHUNKS: readonly (readonly [SpoolTag, Buffer])[] = [
  ['c', client[0]],
  ['a', frame({ id: 0, result: { protocolVersion: 1, agentInfo: { name: 'a', version: '1' } } })],
  ['c', client[1]],
  ['a', frame({ id: 1, result: { sessionId: 's' } })],
  ['c', client[2]],
  ['a', frame({ id: 9, method: 'fs/read_text_file', params: { sessionId: 's', path: '/work/a' } })],
  ['c', LARGE_ANSWER.subarray(0, 60_000)],
  ['c', LARGE_ANSWER.subarray(60_000, 120_001)],
  ['a', update('meanwhile')],
  ['a', LARGE_UPDATE.subarray(0, 70_000)],
  ['c', LARGE_ANSWER.subarray(120_001)],
  ['a', LARGE_UPDATE.subarray(70_000, 140_000)],
  ['a', Buffer.concat([LARGE_UPDATE.subarray(140_000), update('after')])],
  ['a', frame({ id: 2, result: { stopReason: 'end_turn' } })],
  ['e', Buffer.from('{"event":"exit","code":0,"signal":null}')],
];

/** All bytes of one stream. */
export const passed = (tag: SpoolTag): Buffer =>
  Buffer.concat(CHUNKS.flatMap(([of, bytes]) => (of === tag ? [bytes] : [])));

/** Reads one chunk per slice. */
export function largeSpool(chunks = CHUNKS): SpoolReader {
  const records: SpoolRecord[] = chunks.map(([tag, bytes], index) => ({
    tag,
    bytes,
    elapsedUs: index,
    end: index + 1,
  }));
  let next = 0;
  return {
    header: {
      'acptap-spool': SPOOL_FORMAT,
      id: 'large',
      command: ['agent'],
      cwd: '/work',
      startedAt: epochMs(1),
      acptap: '',
      node: '',
      shim: { pid: 2 ** 22 + 1, started: 'long ago' },
    },
    owner: undefined,
    isReplaced: () => false,
    start: 0,
    next: () => records.slice(next, ++next),
    behind: () => records.length - next,
    size: () => records.length,
    close() {},
  };
}

/** Brings the recording with the large frames into the database. */
export function recordLarge(store: Store, spool = largeSpool()): number {
  const ingester = createIngester(store, spool, createFold(), LIMIT);
  while (ingester.advance() === 'more');
  return ingester.no;
}
