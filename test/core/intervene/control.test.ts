import { describe, expect, test } from 'vitest';
import { createControl } from '#core/intervene/control.ts';
import { createDecider } from '#core/intervene/decide.ts';
import { createFrameFacts } from '#core/intervene/frame-facts.ts';
import { createHolds } from '#core/intervene/holds.ts';
import { readFault } from '#core/intervene/parse-fault.ts';
import type { Plan } from '#core/intervene/plan.ts';
import { elapsedUs } from '#core/units.ts';
import { decodeUtf8, encodeUtf8, toBase64 } from '#core/wire/bytes.ts';
import { compileRegex } from '../../../proxy/regex/linear-regex.ts';

const LINE = '{"jsonrpc":"2.0","method":"a"}\n';
const ABOUT = { recording: 'r', name: null, command: ['agent'], startedAt: 0, seed: 1 };

const base64 = (text: string): string => toBase64(encodeUtf8(text));
const textOf = (plan: Plan | undefined): string | undefined => plan?.bytes && decodeUtf8(plan.bytes);

/** A control of one fault and one breakpoint that holds what the agent sends. */
function createControlled() {
  const holds = createHolds({ timeout: 1000, onTimeout: 'pass', alone: false, grace: 50 }, compileRegex);
  holds.addBreakpoint('from:agent');
  const faults = createDecider([readFault('drop', compileRegex)], 1, compileRegex);
  const injected: (readonly [toward: string, text: string | undefined])[] = [];
  const control = createControl({
    about: ABOUT,
    holds,
    faults,
    inject: (toward, { bytes }) => void injected.push([toward, decodeUtf8(bytes)]),
    now: () => 0,
  });
  const factsOf = createFrameFacts(() => true);
  let index = 0;
  return {
    holds,
    faults,
    injected,
    ask: (request: object) => control.answer(JSON.stringify({ id: 7, ...request }), holds.watch),
    answer: (line: string) => control.answer(line, holds.watch),
    hold: (): Plan | undefined =>
      holds.consider(
        factsOf({ from: 'agent', bytes: encodeUtf8(LINE) }, elapsedUs(0)),
        undefined,
        { offset: index * LINE.length, index: index++ },
        0,
      ),
  };
}

describe('the response to an impossible request has its id and the reason:', () => {
  test.each([
    [{ do: 'dance' }, /does not know this request/],
    [{}, /does not know this request/],
    [{ do: 'frame', number: 2 }, /frame 2 is not held/],
    [{ do: 'release', number: 2 }, /frame 2 is not held/],
    [{ do: 'release' }, /frame undefined is not held/],
    [{ do: 'drop', number: '1' }, /frame 1 is not held/],
    [{ do: 'edit', number: 2, bytes: base64(LINE) }, /frame 2 is not held/],
    [{ do: 'edit', number: 1 }, /bytes must be base64/],
    [{ do: 'edit', number: 1, bytes: '' }, /at least one/],
    [{ do: 'edit', number: 1, bytes: '*' }, /bytes must be base64/],
    [{ do: 'inject', toward: 'stderr', bytes: base64(LINE) }, /client or agent/],
    [{ do: 'inject', toward: 'agent', bytes: base64('a\nb\n') }, /a frame is one line/],
    [{ do: 'add-breakpoint' }, /needs a filter/],
    [{ do: 'add-breakpoint', filter: 'dur:>1s' }, /dur: is not known yet/],
    [{ do: 'remove-breakpoint', number: 2 }, /no breakpoint 2/],
    [{ do: 'set-breakpoint', number: 2, isOn: false }, /no breakpoint 2/],
    [{ do: 'set-fault', number: 1, isOn: false }, /no fault 1/],
  ])('%j', (request, error) => {
    const { ask, hold, holds, faults, injected } = createControlled();
    holds.watch();
    hold();
    const before = [holds.held(), holds.breakpoints(), faults.list()];
    expect(ask(request)).toEqual({ id: 7, ok: false, error: expect.stringMatching(error) as string });
    expect([holds.held(), holds.breakpoints(), faults.list()]).toEqual(before);
    expect(injected).toEqual([]);
  });

  test.each(['', '{', '[]', 'null', '"watch"'])('a line that is not an object: %j', (line) => {
    expect(createControlled().answer(line)).toEqual({
      id: 0,
      ok: false,
      error: 'a request is a JSON object on one line',
    });
  });
});

test('a state has the held frames, the breakpoints and the faults', () => {
  const { ask, hold } = createControlled();
  expect(ask({ do: 'state' })).toMatchObject({ ok: true, state: { ...ABOUT, held: [], heldCount: 0, isKept: false } });
  ask({ do: 'watch' });
  hold();
  expect(ask({ do: 'state' })).toMatchObject({
    id: 7,
    state: {
      heldCount: 1,
      isKept: true,
      held: [{ number: 1, from: 'agent', method: 'a' }],
      breakpoints: [{ number: 1, filter: 'from:agent', isOn: true, hits: 1 }],
      faults: [{ number: 0, fault: 'drop', isOn: true, hits: 0 }],
    },
  });
});

test('frames stay held while one of two watchers is left', () => {
  const { ask, hold, holds } = createControlled();
  expect(ask({ do: 'watch' })).toMatchObject({ state: { isKept: true } });
  ask({ do: 'watch' });
  const plan = hold();
  holds.unwatch(0);
  holds.expire(900);
  expect(plan?.timing.isHeld?.()).toBe(true);
  holds.unwatch(900);
  holds.expire(950);
  expect(plan?.timing.isHeld?.()).toBe(false);
});

test('a held frame is read, edited, dropped and released, each once', () => {
  const { ask, hold } = createControlled();
  ask({ do: 'watch' });
  const plans = Array.from({ length: 4 }, hold);
  expect(ask({ do: 'frame', number: 1 })).toEqual({ id: 7, ok: true, bytes: base64(LINE) });
  expect(ask({ do: 'edit', number: 1, bytes: base64('edited\n') })).toEqual({ id: 7, ok: true });
  expect(ask({ do: 'drop', number: 2 })).toEqual({ id: 7, ok: true });
  expect(ask({ do: 'release', number: 3 })).toEqual({ id: 7, ok: true });
  expect(plans.map((plan) => plan?.timing.isHeld?.())).toEqual([false, false, false, true]);
  for (const [at, verb] of ['release', 'edit', 'drop'].entries())
    expect(ask({ do: verb, number: at + 1, bytes: base64('late\n') })).toMatchObject({ ok: false });
  expect(ask({ do: 'release', number: 'all' })).toEqual({ id: 7, ok: true });
  expect(plans.map((plan) => textOf(plan?.settle?.()))).toEqual(['edited\n', undefined, LINE, LINE]);
});

test('breakpoints and faults are switched, and breakpoints added and removed', () => {
  const { ask, hold } = createControlled();
  ask({ do: 'watch' });
  expect(ask({ do: 'set-breakpoint', number: 1, isOn: false })).toMatchObject({
    state: { breakpoints: [{ isOn: false }] },
  });
  expect(hold()).toBeUndefined();
  expect(ask({ do: 'add-breakpoint', filter: 'method:b' })).toMatchObject({
    state: { breakpoints: [{ number: 1 }, { number: 2, filter: 'method:b', isOn: true }] },
  });
  expect(ask({ do: 'remove-breakpoint', number: 1 })).toMatchObject({ state: { breakpoints: [{ number: 2 }] } });
  expect(ask({ do: 'set-fault', number: 0, isOn: false })).toMatchObject({ state: { faults: [{ isOn: false }] } });
});

test('an injected line gets the end that it lacks', () => {
  const { ask, injected } = createControlled();
  expect(ask({ do: 'inject', toward: 'client', bytes: base64('one') })).toEqual({ id: 7, ok: true });
  ask({ do: 'inject', toward: 'agent', bytes: base64('two\n') });
  expect(injected).toEqual([
    ['client', 'one\n'],
    ['agent', 'two\n'],
  ]);
});
