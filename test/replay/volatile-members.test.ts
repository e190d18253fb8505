import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { loadRecordingFile } from '../../proxy/replay/playbook/read-recording.ts';
import { stableText } from '../../proxy/replay/playbook/stable-text.ts';
import { recordReplay } from './record-replay.ts';
import { TURN } from './recorded-turn.ts';

test.each(globSync('recordings/real/*/*.acp.jsonl').toSorted())(
  'a recording of the replay of %s differs only in volatile values',
  async (file) => {
    const { entries } = await loadRecordingFile(file);
    const again = recordReplay(entries).entries;
    expect(again.length).toBeGreaterThan(1);
    expect(stableText(again)).toBe(stableText(entries));
  },
);

test.each([
  ['another text', TURN.replace('"go"', '"stop"')],
  ['another choice', TURN.replace('"optionId":"allow"}}', '"optionId":"reject"}}')],
  ['a frame less', TURN.replace(/.*agent_message_chunk.*\n/, '')],
  ['a byte more', TURN.replace('> 2 session/prompt', '> | \n  > 2 session/prompt')],
])('a recording with %s is different', (_what, other) => {
  expect(stableText(parseTranscript(other))).not.toBe(stableText(parseTranscript(TURN)));
});
