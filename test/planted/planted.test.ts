import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { endOf, judgeRecording } from '#core/rules/engine/judge-recording.ts';
import { epochMs } from '#core/units.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { importToMemory } from '../../proxy/cli/recordings/find-recording.ts';
import { TRANSCRIPT } from './planted-transcript.ts';

const FILE = 'recordings/examples/planted-violations.acp.jsonl';

const HEADER = {
  id: 'planted-violations',
  name: 'planted-violations',
  startedAt: epochMs(Date.UTC(2026, 10, 21, 12)),
  command: ['planted-agent'],
  cwd: '/home/me/app',
  redacted: false,
};

/** The planted violations: the rule, the side that breaks it, and the entry. */
const PLANTED = [
  ['initialize/comes-first', 'client', 1],
  ['path/working-directory-is-absolute', 'client', 5],
  ['capability/load-is-offered', 'client', 7],
  ['session/is-active', 'client', 9],
  ['mode/mode-was-offered', 'client', 11],
  ['session/list-cursor-was-issued', 'client', 13],
  ['jsonrpc/method-is-known', 'client', 15],
  ['jsonrpc/method-goes-the-right-way', 'client', 17],
  ['jsonrpc/request-id-unique-in-flight', 'client', 20],
  ['jsonrpc/frame-is-no-batch', 'client', 23],
  ['jsonrpc/notification-has-no-id', 'client', 24],
  ['framing/line-is-json', 'agent', 28],
  ['framing/line-is-utf8', 'agent', 29],
  ['jsonrpc/response-answers-a-request', 'agent', 30],
  ['jsonrpc/response-comes-once', 'agent', 31],
  ['session/update-names-an-active-session', 'agent', 32],
  ['schema/params-match', 'agent', 33],
  ['tool-call/introduced-before-updated', 'agent', 34],
  ['schema/value-is-not-dropped', 'agent', 35],
  ['schema/members-are-known', 'agent', 36],
  ['path/location-is-absolute', 'agent', 37],
  ['path/file-is-absolute', 'agent', 38],
  ['fs/read-keeps-to-the-limit', 'client', 39],
  ['permission/option-was-offered', 'client', 43],
  ['capability/writing-files-is-offered', 'agent', 44],
  ['schema/value-is-not-dropped', 'client', 50],
  ['terminal/not-used-after-release', 'agent', 53],
  ['permission/cancelled-with-the-turn', 'client', 60],
  ['cancel/updates-end-with-the-turn', 'agent', 62],
  ['jsonrpc/error-object-is-well-formed', 'agent', 64],
  ['jsonrpc/response-keeps-the-id-type', 'agent', 66],
  ['jsonrpc/request-is-answered', 'agent', 67],
  ['jsonrpc/request-is-answered', 'client', 68],
] as const;

async function found() {
  const { store, no, summary } = await importToMemory(FILE);
  const { findings } = judgeRecording(store.read.entries(no), catalogue, endOf(summary));
  store.close();
  return findings;
}

test('check reports each planted violation once, for the right side, and nothing else', async () => {
  expect((await found()).map(({ rule, side, seq }) => [rule, side, seq])).toEqual(PLANTED);
});

test('has more than thirty different violations, by both sides', () => {
  const names = PLANTED.map(([rule, side]) => `${rule} ${side}`);
  expect(PLANTED.length).toBeGreaterThan(30);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(PLANTED.map(([, side]) => side)).size).toBe(2);
});

describe('suggestions', () => {
  test.each([
    ['jsonrpc/method-is-known', 'did you mean session/prompt?'],
    ['schema/members-are-known', 'did you mean locations?'],
  ])('%s says "%s"', async (rule, suggestion) => {
    expect((await found()).find((finding) => finding.rule === rule)?.message).toContain(suggestion);
  });
});

test('the recording file equals the transcript beside this test', () => {
  const lines = [encodeHeader(HEADER), ...parseTranscript(TRANSCRIPT).map(encodeEntry)];
  expect(readFileSync(FILE, 'utf8')).toBe(lines.join(''));
});
