import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Entry, Side } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { elapsedUs, seqOf } from '#core/wire/units.ts';
import { createPlayer } from '../../proxy/replay/player.ts';
import { loadRecordingFile } from '../../proxy/replay/read-recording.ts';
import { toScript } from '../../proxy/replay/to-script.ts';
import { lastingText } from '../../proxy/replay/volatile.ts';
import { TURN } from './turn.ts';

/** What a recording of the replay holds, to a client that says what the recorded one said, in its order. */
function recordReplay(entries: readonly Entry[]): readonly Entry[] {
  const passed: Entry[] = [];
  const pass = (from: Side, bytes: Uint8Array) =>
    passed.push({ kind: 'frame', seq: seqOf(passed.length), at: elapsedUs(7 * passed.length), from, bytes });
  const player = createPlayer(toScript(entries));
  const told = (commands: ReturnType<typeof player.start>) => {
    for (const command of commands) if (command.kind === 'send') pass('agent', command.bytes);
  };
  told(player.start(0));
  for (const entry of entries)
    if (entry.kind === 'frame' && entry.from === 'client') {
      pass('client', entry.bytes);
      told(player.receive(entry.bytes, 0));
    }
  return passed;
}

test.each(globSync('recordings/real/*/*.acp.jsonl').toSorted())(
  'a recording of the replay of %s is the same but for what is volatile',
  async (file) => {
    const { entries } = await loadRecordingFile(file);
    const again = recordReplay(entries);
    expect(again.length).toBeGreaterThan(1);
    expect(lastingText(again)).toBe(lastingText(entries));
  },
);

test.each([
  ['another text', TURN.replace('"go"', '"stop"')],
  ['another choice', TURN.replace('"optionId":"allow"}}', '"optionId":"reject"}}')],
  ['a frame less', TURN.replace(/.*agent_message_chunk.*\n/, '')],
  ['a byte more', TURN.replace('> 2 session/prompt', '> | \n  > 2 session/prompt')],
])('a recording with %s is not the same', (_what, other) => {
  expect(lastingText(parseTranscript(other))).not.toBe(lastingText(parseTranscript(TURN)));
});
