import { signal } from '@preact/signals';
import { describe, expect, test } from 'vitest';
import type { ControlState, ControlVerb, HeldFrame } from '#core/contract/control.ts';
import { epochMs } from '#core/units.ts';
import { ControlRefused, type Connection } from '../../../../inspector-ui/backends/backend.ts';
import { performOnHeld } from '../../../../inspector-ui/state/live/held-commands.ts';
import { createTakingPart } from '../../../../inspector-ui/state/live/taking-part.ts';
import { toBreakpointFilter } from '../../../../inspector-ui/views/live/breakpoint-filter.ts';
import { toHeldRows } from '../../../../inspector-ui/views/live/held-rows.ts';
import { fakeBackend, settled } from '../../fakes.ts';

const frame = (number: number, more: Partial<HeldFrame> = {}): HeldFrame => ({
  number,
  from: 'agent',
  offset: 0,
  bytes: 10,
  kind: 'request',
  method: 'session/request_permission',
  id: '7',
  session: null,
  summary: `frame ${number}`,
  breakpoint: 'kind:request',
  since: 1000 + number,
  until: 300_000,
  waiting: 0,
  ...more,
});

const stateOf = (held: readonly HeldFrame[], now = 0): ControlState => ({
  recording: 'r',
  name: null,
  command: ['agent'],
  startedAt: 0,
  now,
  held,
  heldCount: held.length,
  isKept: true,
  breakpoints: [],
  faults: [],
});

/** The time of the page's clock. */
const NOW = 100_000;

/** A page that takes part in the recording `r`. */
function createPage() {
  const { backend, emit } = fakeBackend();
  const connection = signal<Connection>({ kind: 'live' });
  const asked: ControlVerb[] = [];
  const said: string[] = [];
  const opened: string[] = [];
  let refusal: string | undefined;
  const takingPart = createTakingPart(
    {
      ...backend,
      connection,
      judge: async () => [],
      control: async (_recording, verb) => {
        asked.push(verb);
        if (refusal !== undefined) throw new ControlRefused(refusal);
        return {};
      },
    },
    () => epochMs(NOW),
  );
  const ports = {
    takingPart,
    say: (text: string) => void said.push(text),
    open: (next: string) => void opened.push(next),
  };
  return {
    takingPart,
    connection,
    emit,
    asked,
    said,
    opened,
    refuse: (reason: string) => void (refusal = reason),
    hold: (...held: readonly HeldFrame[]) => emit({ kind: 'taking-part', recording: 'r', state: stateOf(held) }),
    press: (command: Parameters<typeof performOnHeld>[1]) => performOnHeld('r', command, ports),
    numbers: () => takingPart.heldIn('r').held.map(({ number }) => number),
  };
}

test('the time that is left is the same in a page whose clock is wrong', () => {
  const { takingPart, emit } = createPage();
  const held = [frame(1, { since: 5000, until: 17_000 })];
  emit({ kind: 'taking-part', recording: 'r', state: stateOf(held, 7000.25) });
  const { held: listed, count, ahead } = takingPart.heldIn('r');
  expect(toHeldRows(listed, count, epochMs(NOW - ahead)).rows).toMatchObject([{ since: '2 s', left: '10 s' }]);
});

test('the entries of held frames are marked until somebody has dealt with them', async () => {
  const { hold, press, takingPart } = createPage();
  hold(frame(1, { seq: 12 }), frame(2, { seq: 13 }), frame(3), frame(4, { seq: null }));
  expect(takingPart.heldEntries('r')).toEqual({ seqs: new Set([12, 13]), first: { agent: 12 } });
  await press('release');
  expect(takingPart.heldEntries('r')).toEqual({ seqs: new Set([13]), first: { agent: 13 } });
});

describe('the keys of held frames', () => {
  test('act on the oldest one, and a key pressed twice on two frames', async () => {
    const { hold, press, asked, numbers } = createPage();
    hold(frame(1), frame(2), frame(3));
    const presses = [press('release'), press('drop')];
    expect(numbers()).toEqual([3]); // before the agent's acptap reports it
    await Promise.all(presses);
    expect(asked).toEqual([
      { do: 'release', number: 1 },
      { do: 'drop', number: 2 },
    ]);
    await press('release-all');
    expect(asked.at(-1)).toEqual({ do: 'release', number: 'all' });
    expect(numbers()).toEqual([]);
  });

  test('leave a frame where it is when acptap refuses, and say why', async () => {
    const { hold, press, refuse, said, numbers } = createPage();
    hold(frame(1));
    refuse('frame 1 is not held');
    await press('release');
    expect([said, numbers()]).toEqual([['frame 1 is not held'], [1]]);
  });

  test('open the editor, or say that nothing is held', async () => {
    const { hold, press, said, opened, takingPart, numbers } = createPage();
    await press('drop');
    expect(said).toEqual(['Nothing is held.']);
    hold(frame(4));
    await press('edit');
    await takingPart.settle('r', 4, new Uint8Array());
    expect(numbers()).toEqual([]);
    expect([opened, takingPart.edited.value?.number]).toEqual([['edit'], 4]);
  });
});

test('nothing is held where the agent has ended or the server is gone', async () => {
  const { hold, emit, connection, numbers } = createPage();
  hold(frame(1));
  expect(numbers()).toEqual([1]);
  connection.value = { kind: 'offline', since: epochMs(0), retryAt: epochMs(0) };
  expect(numbers()).toEqual([]);
  connection.value = { kind: 'live' };
  expect(numbers()).toEqual([1]);
  emit({ kind: 'connected' });
  expect(numbers()).toEqual([]);
  hold(frame(2));
  emit({ kind: 'taking-part', recording: 'r', state: null });
  await settled();
  expect(numbers()).toEqual([]);
});

test('the strip shows the oldest held frame of each side, and counts the others', () => {
  const later = frame(2, { method: null, kind: 'response', id: null, until: 12_500, waiting: 1200 });
  const held = [frame(1), later, frame(3, { from: 'client', summary: 'a\u202Eb', breakpoint: '' })];
  const { rows, more } = toHeldRows(held, 205, epochMs(62_001));
  expect(rows).toMatchObject([
    { from: 'agent', toward: 'client', name: 'session/request_permission id 7', since: '1 m 01 s', isSoon: false },
    { from: 'client', toward: 'agent', why: 'breakpoint: every frame', behind: '' },
  ]);
  expect(rows[1]?.summary).not.toContain('\u202E');
  expect(more).toBe('and 203 more held frames');
  expect(toHeldRows([later], 1, epochMs(2000)).rows).toMatchObject([
    { name: 'response', left: '10 s', isSoon: true, behind: '1\u2009200 behind it' },
  ]);
});

test.each([
  ['', ' kind:request or id:7 ', 'kind:request or id:7'],
  ['agent', 'kind:request or id:7', 'from:agent (kind:request or id:7)'],
  ['client', ' ', 'from:client'],
])('a breakpoint from "%s" with "%s" is %s', (from, text, filter) => {
  expect(toBreakpointFilter(from, text)).toBe(filter);
});
