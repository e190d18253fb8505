import { expect, onTestFinished, test } from 'vitest';
import { epochMs } from '#core/units.ts';
import { importFile } from '../../proxy/cli/recordings/import-file.ts';
import { wholeDatabase } from '../../proxy/server/library.ts';
import { createRunChanges } from '../../proxy/server/run-changes.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore } from '../../proxy/store/store.ts';
import { header, recordingFile } from '../support/recording-file.ts';

const CHUNK = `{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hi"}}}`;

/** One turn, whose first chunk comes after `ms`. */
const talk = (ms: number, capabilities: object) => `
  > 0 initialize {"protocolVersion":1}
  < 0 ok {"protocolVersion":1,"agentCapabilities":${JSON.stringify(capabilities)}}
  > 1 session/new {"cwd":"/","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  @100000 > 2 session/prompt {"sessionId":"s","prompt":[]}
  @${100_000 + ms * 1000} < session/update ${CHUNK}
  < 2 ok {"stopReason":"end_turn"}
  = exit {"code":0,"signal":null}`;

test('compares runs with the previous one of their command, by their stored stats alone', async () => {
  const store = openStore(MEMORY);
  onTestFinished(() => store.close());
  let started = 0;
  const record = (id: string, transcript: string, command = ['agent']) =>
    importFile(store, recordingFile(transcript, { id, command, startedAt: epochMs((started += 1000)) }));
  let reads = 0;
  const { runFacts } = store.read;
  const counted = { ...store, read: { ...store.read, runFacts: (no: number) => (reads++, runFacts(no)) } };
  const changes = createRunChanges(wholeDatabase(() => counted));
  const ask = () => changes(() => true);

  await record('one', talk(500, { loadSession: true, ours: { x: 1 } }));
  await record('other', talk(10, {}), ['another', 'agent']);
  expect(await ask()).toEqual([]);
  await record('two', talk(1500, { loadSession: true, promptCapabilities: { image: true } }));
  const two = {
    recording: 'two',
    previous: 'one',
    firstChunk: { before: 500_000, now: 1_500_000 },
    gained: ['agent promptCapabilities.image'],
    lost: ['agent ours'],
  };
  expect(await ask()).toEqual([two]);
  await record('three', talk(1500, { loadSession: true, promptCapabilities: { image: true } }));
  expect(await ask()).toEqual([two]); // the same again is no change

  const readSoFar = reads;
  await ask();
  expect(reads).toBe(readSoFar); // the facts of ended recordings are kept
  store.write.begin(header({ id: 'live', command: ['agent'], startedAt: epochMs(9000) }));
  expect(await ask()).toEqual([two]); // a run without stored stats is not listed

  for (const id of ['live', 'three'])
    store.write.remove(store.read.find(id)[0]?.no ?? 0, { pid: process.pid, started: undefined });
  await record('four', talk(700, { loadSession: true, promptCapabilities: { image: true } })); // with the number of three
  const four = { recording: 'four', previous: 'two', firstChunk: { before: 1_500_000, now: 700_000 } };
  expect(await ask()).toEqual([{ ...four, gained: [], lost: [] }, two]);
});
