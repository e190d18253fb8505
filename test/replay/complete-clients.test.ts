import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import type { Entry, FrameEntry } from '#core/wire/entry.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import type { ReplayReport } from '../../proxy/replay/model/replay-report.ts';
import { loadRecordingFile } from '../../proxy/replay/playbook/read-recording.ts';
import { toPlaybook } from '../../proxy/replay/playbook/to-playbook.ts';
import { createPlayer } from '../../proxy/replay/player/player.ts';
import { isFailure } from '../../proxy/replay/report/is-failure.ts';
import { renderReport } from '../../proxy/replay/report/render-report.ts';
import { toHaveReplayedCompletely } from '../../proxy/vitest/matchers.ts';

const files = globSync('recordings/real/*/{cancel,edit,reject,terminal,text,modes,parallel}*.acp.jsonl').toSorted();

type Frame = Pick<FrameEntry, 'from' | 'bytes'> & { readonly seq: number };

/**
 * Plays a recording to a client that sends these frames and closes. It sends each frame when nothing more is due from
 * the agent; with `hasty`, the last one at once.
 */
function play(entries: readonly Entry[], frames: readonly Frame[], { hasty = false } = {}): ReplayReport {
  const player = createPlayer(toPlaybook(entries), { timeout: undefined, speed: hasty ? 'recorded' : 'instant' });
  const client = frames.filter(({ from }) => from === 'client');
  let now = 0;
  player.start(now);
  for (const [index, { bytes }] of client.entries()) {
    if (!hasty || index < client.length - 1)
      for (let next = player.next(); next !== undefined; next = player.next())
        player.advance((now = Math.max(now, next)));
    player.receive(bytes, now);
  }
  player.close(now, !hasty);
  return player.report();
}

const messageOf = ({ bytes }: Frame): Message | undefined => {
  const decoded = decodeFrame(bytes);
  return decoded.kind === 'json' ? decoded.parts[0]?.message : undefined;
};

const isCall = (frame: Frame, from: string, ...methods: readonly string[]) => {
  const message = messageOf(frame);
  return frame.from === from && message !== undefined && 'method' in message && methods.includes(message.method);
};

const sessionOf = (frame: Frame | undefined) => {
  const message = frame && messageOf(frame);
  return message && 'params' in message ? (message.params as { sessionId: string }).sessionId : '';
};

const line = (text: string): Frame => {
  const [entry] = parseTranscript(text);
  if (entry?.kind !== 'frame') throw new Error(`no frame: ${text}`);
  return entry;
};

const framesOf = (entries: readonly Entry[]) => entries.filter((entry): entry is FrameEntry => entry.kind === 'frame');

async function failsTheTest(report: ReplayReport): Promise<boolean> {
  const { pass, message } = await toHaveReplayedCompletely(report);
  expect(message()).toContain(renderReport(report));
  expect(isFailure(report, { onDivergence: 'fail', strict: false })).toBe(report.outcome === 'diverged');
  return !pass && isFailure(report, { onDivergence: 'fail', strict: true });
}

async function load(file: string) {
  const { entries } = await loadRecordingFile(file);
  return { entries, frames: framesOf(entries) };
}

describe.each(files)('of %s', (file) => {
  test('a client that sends the recorded messages completes the replay', async () => {
    const { entries, frames } = await load(file);
    const report = play(entries, frames);
    expect(report).toMatchObject({ outcome: 'complete', unused: [], unplayed: [], unrecorded: [], notes: [] });
    expect(await failsTheTest(report)).toBe(false);
  });

  test('a client that stops early fails, and the report lists the unplayed frames', async () => {
    const { entries, frames } = await load(file);
    const last = frames.findLastIndex((frame) => isCall(frame, 'client', 'session/prompt'));
    const report = play(entries, frames.slice(0, last));
    expect(report.outcome).toBe('incomplete');
    expect(report.unused).toContain(frames[last]?.seq);
    expect(report.unplayed).toContainEqual(expect.objectContaining({ message: 'the answer to session/prompt' }));
    expect(await failsTheTest(report)).toBe(true);
    expect(renderReport(report)).toMatch(/\nnever came:[^]*\n\nnot played:[^]* the answer to session\/prompt \(#/);
  });

  test('a client that sends one more notification fails, and the report names it', async () => {
    const { entries, frames } = await load(file);
    const first = frames.find(({ from }) => from === 'client');
    const report = play(entries, [...(first ? [first] : []), line('> _seen {"n":1}'), ...frames.slice(1)]);
    expect(report).toMatchObject({ outcome: 'incomplete', unused: [], unplayed: [], unrecorded: [{ index: 1 }] });
    expect(await failsTheTest(report)).toBe(true);
    expect(renderReport(report)).toContain('not recorded: the client sent _seen (a notification)');
  });
});

const [cancelled, uncancelled] = [
  files.filter((file) => file.includes('/cancel')),
  files.filter((file) => !file.includes('/cancel')),
];

describe.each(uncancelled)('of %s, which has no cancel,', (file) => {
  test('a client that cancels where the recording does not fails, and the report names the cancel', async () => {
    const { entries, frames } = await load(file);
    const prompt = frames.findIndex((frame) => isCall(frame, 'client', 'session/prompt'));
    const cancel = line(`> session/cancel {"sessionId":"${sessionOf(frames[prompt])}"}`);
    const report = play(entries, [...frames.slice(0, prompt + 1), cancel], { hasty: true });
    expect(report.outcome).toBe('incomplete');
    expect(await failsTheTest(report)).toBe(true);
    expect(renderReport(report)).toMatch(/\nnot played:[^]*\n\nnot recorded: the client cancelled the turn of #\d+/);
  });
});

describe.each(cancelled)('of %s, which has a cancel,', (file) => {
  test('a client that does not send the recorded cancel fails, and the report names its entry', async () => {
    const { entries, frames } = await load(file);
    const cancel = frames.find((frame) => isCall(frame, 'client', 'session/cancel'));
    const report = play(
      entries,
      frames.filter((frame) => frame !== cancel),
    );
    expect(report.unused).toContain(cancel?.seq);
    expect(await failsTheTest(report)).toBe(true);
  });
});

test('a cancel before a permission request is reported together with the missing request', async () => {
  const { entries } = await loadRecordingFile('recordings/real/claude-0.100.0/edit.acp.jsonl');
  const frames = framesOf(entries);
  const prompt = frames.findIndex((frame) => isCall(frame, 'client', 'session/prompt'));
  const asked = frames.find((frame) => isCall(frame, 'agent', 'session/request_permission'));
  const cancel = line(`> session/cancel {"sessionId":"${sessionOf(frames[prompt])}"}`);
  const report = play(entries, [...frames.slice(0, prompt + 1), cancel], { hasty: true });
  expect(report.unplayed).toContainEqual({ seq: asked?.seq, message: 'session/request_permission' });
  expect(renderReport(report)).toMatch(/\nnot played:\n[^]*  session\/request_permission \(#/);
});

test('a frame that came after the recorded client had closed need not be played', () => {
  const recording = `
    @0 > 1 _a
    @0 < 1 ok {}
    @1000 = eof {"of":"client"}
    @900000000 < _late`;
  const entries = parseTranscript(recording);
  expect(play(entries, framesOf(entries).slice(0, 1), { hasty: true })).toMatchObject({
    outcome: 'complete',
    played: 1,
  });
});
