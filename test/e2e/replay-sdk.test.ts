import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { loadRecordingFile } from '../../proxy/replay/playbook/read-recording.ts';
import { rounds, someOf } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { CLI, start } from '../support/processes.ts';
import { playRecordedClient, recordedEnds, type Sdk } from '../support/recorded-client.ts';

const CLIENTS: readonly Sdk[] = ['SDK 1', 'SDK 2'];

/** Recordings that each cover something else; in process, all are played. */
const RECORDINGS = [
  'gemini-0.61.0/edit',
  'gemini-0.61.0/cancel',
  'gemini-0.61.0/load',
  'claude-0.100.0/terminal',
  'claude-0.100.0/bad',
];

describe.each(CLIENTS)('a client made with the official %s, with acptap replay as its agent’s command', (sdk) => {
  // In the gate each SDK plays some of them.
  test.each(someOf(RECORDINGS.slice(rounds(CLIENTS.indexOf(sdk), 0)), 5))(
    'has the conversation of %s',
    async (name) => {
      const file = `recordings/real/${name}.acp.jsonl`;
      const report = join(temporaryFolder(), 'report.json');
      const { entries } = await loadRecordingFile(file);
      const { child, closed } = start([process.execPath, CLI, 'replay', file, '--report', report], {
        home: temporaryFolder(),
      });
      const ended = await playRecordedClient(
        sdk,
        entries,
        Writable.toWeb(child.stdin),
        Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
      );
      child.stdin.end();
      expect(await closed).toEqual({ code: 0, signal: null });
      expect(ended).toEqual(recordedEnds(entries));
      expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
        outcome: 'complete',
        unused: [],
        divergences: [],
        notes: [],
      });
    },
  );
});
