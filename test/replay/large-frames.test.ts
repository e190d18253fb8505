import { expect, test } from 'vitest';
import type { Entry } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { toPlan } from '../../proxy/replay/drive/plan.ts';
import { toPlaybook } from '../../proxy/replay/playbook/to-playbook.ts';
import { compared, folded } from '../core/compare/fold.ts';

const CUT = { bytes: 2 ** 30, sha256: '0'.repeat(64) };

test('a recording with a cut frame is not replayed', () => {
  const entries = [...parseTranscript('> 1 session/list {}\n< _tick {}\n< 1 ok {"sessions":[]}')].map((entry): Entry =>
    entry.kind === 'frame' && entry.seq === 1 ? { ...entry, cut: CUT } : entry,
  );
  const message = '#1 is a frame of 1073741824 bytes, and acptap reads only its beginning';
  expect(() => toPlaybook(entries)).toThrow(message);
  expect(() => toPlan(entries)).toThrow(message);
});

test('two cut frames with the same beginning differ', () => {
  const entries = (sha256: string) =>
    [...parseTranscript('> 1 session/list {}\n< | {"jsonrpc":\n< 1 ok {"sessions":[]}')].map((entry): Entry =>
      entry.kind === 'frame' && entry.seq === 1 ? { ...entry, cut: { ...CUT, sha256 } } : entry,
    );
  const differs = (sha256: string) =>
    compared(folded(entries('a')), folded(entries(sha256))).turns.some(({ isSame }) => !isSame);
  expect([differs('a'), differs('b')]).toEqual([false, true]);
});
