import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { temporaryFolder } from '../support/folders.ts';
import { acptap } from '../support/processes.ts';
import { fileText } from '../support/recording-file.ts';
import type { SarifLog } from '../support/sarif-schema.ts';

/** Two responses too many: two findings alike. */
const TWICE = `
  > 0 initialize {"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1"}}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[],"agentInfo":{"name":"agent","version":"2"}}
  > 1 session/new {"cwd":"/work","mcpServers":[]}
  < 1 ok {"sessionId":"s1"}
  < 1 ok {"sessionId":"s1"}
  < 1 ok {"sessionId":"s1"}`;

async function fingerprints(transcript: string, path: string): Promise<readonly string[]> {
  writeFileSync(path, fileText(parseTranscript(transcript)));
  const { stdout } = await acptap(temporaryFolder(), 'check', path, '--format', 'sarif');
  const log = JSON.parse(stdout) as SarifLog; // other tests check its form
  return log.runs.flatMap(({ results }) => results.map((found) => found.partialFingerprints.primaryLocationLineHash));
}

test('a finding keeps its fingerprint in a later recording, and similar findings have different ones', async () => {
  const [path, other] = ['agent', 'other'].map((name) => join(temporaryFolder(), `${name}.acp.jsonl`)) as [
    string,
    string,
  ];
  const first = await fingerprints(TWICE, path);
  expect(new Set(first).size).toBe(2);
  const later = `= spawn {}\n${TWICE.replaceAll('s1', 's2').replaceAll(/([<>]) 1/g, '$1 7')}`;
  expect(await fingerprints(later, path)).toEqual(first);
  expect(first.filter((one) => (one.split(':')[0] ?? '') === first[0]?.split(':')[0])).toHaveLength(2);
  expect(await fingerprints(TWICE, other)).not.toEqual(first);
});
