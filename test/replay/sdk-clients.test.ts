import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { replayAgent } from '../../proxy/replay/as-agent.ts';
import { fixture } from '../../proxy/replay/fixture.ts';
import { someOf } from '../support/effort.ts';
import { playRecordedClient, recordedEnds, type Sdk } from '../support/recorded-client.ts';

const files = someOf(globSync('recordings/real/*/*.acp.jsonl').toSorted(), 10);

const CLIENTS: readonly Sdk[] = ['SDK 1', 'SDK 2'];

describe.each(CLIENTS)('a client made with the official %s that repeats the recorded client', (sdk) => {
  test.each(files)('has the conversation of %s', async (file) => {
    const recording = await fixture(file);
    const agent = replayAgent(recording);
    const ended = await playRecordedClient(sdk, recording.entries, agent.writable, agent.readable);
    const report = await agent.finished();
    expect(report).toMatchObject({ outcome: 'complete', unused: [], notes: [], divergences: [] });
    expect(ended).toEqual(recordedEnds(recording.entries));
  });
});
