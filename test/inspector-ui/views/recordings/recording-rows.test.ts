import { expect, test } from 'vitest';
import type { Waiting } from '#core/model/recording-summary.ts';
import { epochMs } from '#core/units.ts';
import { toStateRow } from '../../../../inspector-ui/views/recording/state-rows.ts';
import { toRecordingRow } from '../../../../inspector-ui/views/recordings/recording-rows.ts';
import { toConnectionRow } from '../../../../inspector-ui/views/recordings/connection-row.ts';
import { toDocumentTitle } from '../../../../inspector-ui/views/shell/document-title.ts';
import { recording } from '../../fakes.ts';

const now = epochMs(Date.parse('2026-11-21T10:00:00.000Z'));

test('names a recording by its agent’s title, or by its program before the handshake', () => {
  expect(toRecordingRow(recording('r'), now).title).toBe('Gemini CLI');
  expect(toRecordingRow(recording('r', { agent: null, command: ['/opt/bin/my-agent'] }), now).title).toBe('my-agent');
});

test('names a renamed recording by its name, with agent and client below', () => {
  const agent = { name: 'gemini-cli', title: 'Gemini CLI', version: '0.19.4' };
  const row = toRecordingRow(recording('r', { name: 'orbit', agent }), now);
  expect([row.title, row.version, row.subtitle]).toEqual(['orbit', '', 'Gemini CLI 0.19.4 · zed 0.212.3']);
  const early = toRecordingRow(recording('r', { name: 'orbit', agent: null, command: ['/opt/bin/my-agent'] }), now);
  expect(early.subtitle).toBe('my-agent · zed 0.212.3');
  expect(toRecordingRow(recording('r', { agent }), now)).toMatchObject({ version: '0.19.4', subtitle: 'zed 0.212.3' });
});

const OPEN = { side: 'client', method: 'session/prompt', id: '2', seq: 4, t: 0, session: 's', heard: null } as const;

test.each([
  ['exit 1', { exit: { code: 1, signal: null } }],
  ['', { exit: { code: 0, signal: null } }],
  ['SIGKILL', { exit: { code: null, signal: 'SIGKILL' } }],
  ['interrupted', { state: 'interrupted', exit: null }],
  ['not started', { exit: { code: null, signal: null } }],
  ['unanswered by agent', { exit: { code: 0, signal: null }, waiting: [OPEN] }],
] as const)('its ending reads %j', (ending, more) => {
  expect(toRecordingRow(recording('r', more), now).ending).toBe(ending);
});

test('shows a duration for an ended recording, not for a live one', () => {
  expect(toRecordingRow(recording('r', { state: 'live', endedAt: null }), now).duration).toBe('');
  expect(toRecordingRow(recording('r'), now).duration).toBe('12.0 s');
});

test('shows badges only for grades with findings', () => {
  const { findings } = toRecordingRow(recording('r', { findings: { error: 2, warning: 0, note: 12_000 } }), now);
  expect(findings.map(({ grade, count }) => `${grade} ${count}`)).toEqual(['error 2', 'note 12k']);
});

test('lists a recording with an invalid start date', () => {
  expect(toRecordingRow(recording('r', { startedAt: 'yesterday' }), now).started).toContain('1970');
});

test('explains how to sign in', () => {
  expect(toConnectionRow({ kind: 'refused' }).banner).toContain('Open the link that `acptap inspect` printed');
});

test('shows a banner with the last contact only for a lost connection', () => {
  expect(toConnectionRow({ kind: 'live' }).banner).toBe('');
  const since = epochMs(new Date(2026, 10, 21, 14, 3, 22).getTime());
  expect(toConnectionRow({ kind: 'offline', since, retryAt: since }).banner).toContain('14:03:22');
});

test('writes one frame in the singular', () => {
  const counts = (client: number, agent: number, stderr: number) =>
    toRecordingRow(recording('r', { entries: { client, agent, stderr } }), now).counts.map(({ label }) => label);
  expect(counts(1, 2, 1)).toEqual(['1 frame of the client', '2 frames of the agent', '1 piece of standard error']);
  expect(counts(2, 1, 0)).toEqual(['2 frames of the client', '1 frame of the agent']);
});

test('shows who should answer in a live recording: a person, or a silent side', () => {
  const asked = {
    side: 'agent' as const,
    method: 'session/request_permission',
    id: '1',
    seq: 4,
    t: 1_000_000,
    session: 's',
    heard: null,
  };
  const prompt = { ...asked, side: 'client' as const, method: 'session/prompt' };
  const live = (waiting: typeof asked | typeof prompt, heard: number | null = null) =>
    recording('r', {
      state: 'live',
      endedAt: null,
      startedAt: '2026-11-21T09:59:00.000Z',
      waiting: [{ ...waiting, heard }],
    });
  expect(toRecordingRow(live(asked), now)).toMatchObject({ wait: 'person to act', waited: '59 s' });
  expect(toRecordingRow(live(asked), epochMs(now + 3_700_000))).toMatchObject({ waited: '1 h' });
  expect(toRecordingRow(live(asked), now, 1).wait).toBe('');
  expect(toRecordingRow(live(prompt), now)).toMatchObject({
    wait: 'agent to act',
    waitsFor: 'session/prompt',
    waitsForRest: '1',
    chain:
      'client waits for the agent to answer request 1, session/prompt for 59 s ← the agent has been silent since then, nothing was ever heard of it',
  });
  expect(toRecordingRow(live(prompt, 59_000_000), now).wait).toBe('');
  expect(toRecordingRow({ ...live(prompt), state: 'ended' }, now).wait).toBe('');
  const states = [
    [live(asked), true], // a person may be away
    [live(prompt), true],
    [live(prompt, 59_000_000), false],
    [{ ...live(prompt), state: 'ended' }, false],
  ] as const;
  for (const [run, isStill] of states) {
    expect(toRecordingRow(run, now).isStill).toBe(isStill);
    expect(toStateRow(run, now)?.isStill ?? false).toBe(isStill); // the line at the top shows the same
  }
  expect(toRecordingRow(live(asked), now, 1).isStill).toBe(false);
  expect(toDocumentTitle(live(asked), now)).toMatch(/^● waits for a person, 59 s · /);
  expect(toDocumentTitle(live(asked), now, 1)).toMatch(/^● acptap holds 1 frame · (?!waits)/);
});

test('names acptap where it did not deliver what a side waits for', () => {
  const interfered = { seq: 6, kind: 'drop', isDelivered: false };
  const asked = { ...OPEN, side: 'agent', method: 'session/request_permission', interfered } as const;
  const live = (waiting: Waiting) =>
    recording('r', { state: 'live', endedAt: null, startedAt: '2026-11-21T09:59:00.000Z', waiting: [waiting] });
  expect(toRecordingRow(live(asked), now)).toMatchObject({ wait: 'acptap dropped #6', waited: '1 m', isStill: true });
  expect(toDocumentTitle(live(asked), now)).toMatch(/^● acptap dropped #6, 1 m 00 s · /);
  const delayed = { ...interfered, kind: 'delay', delay: { until: 90_000_000, by: 'delay 90s' } };
  expect(toRecordingRow(live({ ...asked, interfered: delayed }), now)).toMatchObject({ wait: '', isStill: false });
});
