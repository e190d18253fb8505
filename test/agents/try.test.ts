import { test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { judgeRecording } from '#core/rules/judge-recording.ts';
import { renderTranscript } from '#core/wire/transcript.ts';
import { createAgent } from './conforming-agent.ts';
import { createClient } from './conforming-client.ts';
import { converse } from './converse.ts';
test('try', () => {
  const entries = converse({ agent: createAgent(), client: createClient() });
  console.log(renderTranscript(entries));
  const { findings, occasions } = judgeRecording(entries, catalogue, 'orderly');
  console.log(findings);
  const bad = catalogue.filter((r) => r.versions.includes(1) && !occasions.get(r.id)!.kept);
  console.log(
    bad.map((r) => r.id),
    catalogue.filter((r) => r.versions.includes(1)).length,
  );
});
