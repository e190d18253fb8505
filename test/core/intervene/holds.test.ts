import { describe, expect, test } from 'vitest';
import { createFrameFacts } from '#core/intervene/frame-facts.ts';
import { readHoldTimeout, WATCHER_GRACE_MS } from '#core/intervene/hold-timeout.ts';
import { createHolds, RELEASED, type HoldRules } from '#core/intervene/holds.ts';
import type { Plan } from '#core/intervene/plan.ts';
import { elapsedUs } from '#core/units.ts';
import { decodeLossy, encodeUtf8 } from '#core/wire/bytes.ts';
import type { Side } from '#core/wire/entry.ts';
import { compileRegex } from '../../../proxy/regex/linear-regex.ts';

const RULES: HoldRules = { timeout: 1000, onTimeout: 'pass', alone: false, grace: 50 };

function createHeld(rules: Partial<HoldRules> = {}, filter = 'method:session/*') {
  const holds = createHolds({ ...RULES, ...rules }, compileRegex);
  holds.addBreakpoint(filter);
  const factsOf = createFrameFacts(() => true);
  let index = 0;
  const send = (now: number, from: Side = 'agent', method = 'session/update'): Plan | undefined =>
    holds.consider(
      factsOf({ from, bytes: encodeUtf8(`{"jsonrpc":"2.0","method":"${method}"}\n`) }, elapsedUs(now)),
      undefined,
      { offset: index * 10, index: index++ },
      now,
    );
  return { holds, send };
}

const isHeld = (plan: Plan | undefined): boolean => plan?.timing.isHeld?.() ?? false;
const whyOf = (plan: Plan | undefined) => plan?.settle?.().why;

describe('a frame that matches a breakpoint', () => {
  test('passes before the first watcher, and is counted', () => {
    const { holds, send } = createHeld();
    expect(send(0)).toBeUndefined();
    expect(holds.breakpoints()).toEqual([{ number: 1, filter: 'method:session/*', isOn: true, hits: 1 }]);
  });

  test('that passes without a watcher is reported once', () => {
    const named: string[] = [];
    const holds = createHolds(RULES, compileRegex, (breakpoint) => named.push(breakpoint));
    holds.addBreakpoint('from:agent');
    const factsOf = createFrameFacts(() => true);
    const send = () =>
      holds.consider(
        factsOf({ from: 'agent', bytes: encodeUtf8('{}\n') }, elapsedUs(0)),
        undefined,
        { offset: 0, index: 0 },
        0,
      );
    send();
    send();
    expect(named).toEqual(['from:agent']);
  });

  test('is held while somebody watches, and until the last watcher has been gone for a while', () => {
    const { holds, send } = createHeld();
    holds.watch();
    holds.watch();
    const plan = send(0);
    holds.unwatch(10);
    holds.expire(900);
    expect(isHeld(plan)).toBe(true);
    holds.unwatch(900);
    expect(holds.nextAt()).toBe(950);
    holds.expire(949);
    expect(isHeld(plan)).toBe(true);
    expect(isHeld(send(949))).toBe(true);
    holds.expire(950);
    expect(isHeld(plan)).toBe(false);
    expect(whyOf(plan)).toEqual([{ kind: 'hold', breakpoint: 'method:session/*', ended: 'unwatched' }]);
    expect(send(951)).toBeUndefined();
  });

  test('stays held when a watcher comes back in time', () => {
    const { holds, send } = createHeld();
    holds.watch();
    const plan = send(0);
    holds.unwatch(10);
    holds.watch();
    holds.expire(500);
    expect(isHeld(plan)).toBe(true);
    expect(holds.nextAt()).toBe(1000);
  });

  test('is held without a watcher if asked for, and leaves when its time is up', () => {
    const { holds, send } = createHeld({ alone: true });
    const [first, second] = [send(0), send(10)];
    expect(holds.nextAt()).toBe(1000);
    holds.expire(1000);
    expect([isHeld(first), isHeld(second)]).toEqual([false, true]);
    expect(whyOf(first)).toEqual([{ kind: 'hold', breakpoint: 'method:session/*', ended: 'time' }]);
  });

  test('leaves when its sender or receiver is gone, and later frames of that sender pass', () => {
    const { holds, send } = createHeld({ alone: true });
    const [ours, theirs] = [send(0, 'client'), send(0, 'agent')];
    holds.end('agent');
    expect([isHeld(ours), isHeld(theirs)]).toEqual([true, false]);
    expect(whyOf(theirs)?.[0]?.ended).toBe('gone');
    expect(send(1, 'agent')).toBeUndefined();
    expect(isHeld(send(1, 'client'))).toBe(true);
  });

  test('is listed with the frames waiting behind it, until a person decides', () => {
    const { holds, send } = createHeld({ alone: true });
    const plan = send(5);
    send(6, 'agent', '_other');
    expect(holds.held()).toMatchObject([
      { number: 1, from: 'agent', offset: 0, method: 'session/update', since: 5, until: 1005, waiting: 1 },
    ]);
    expect(holds.decide(1, RELEASED)).toBe(true);
    expect(holds.decide(1, { kind: 'drop' })).toBe(false);
    expect([holds.held(), isHeld(plan), whyOf(plan)]).toEqual([
      [],
      false,
      [{ kind: 'hold', breakpoint: 'method:session/*' }],
    ]);
  });

  test('passes when its breakpoint is off or removed', () => {
    const { holds, send } = createHeld({ alone: true });
    holds.setBreakpoint(1, false);
    expect(send(0)).toBeUndefined();
    holds.setBreakpoint(1, true);
    expect(isHeld(send(0))).toBe(true);
    expect([holds.removeBreakpoint(1), holds.removeBreakpoint(1)]).toEqual([true, false]);
    expect(send(0)).toBeUndefined();
  });
});

describe('a frame whose time is up, with `--on-timeout refuse`', () => {
  const error = '"error":{"code":-32000,"message":"acptap refused it: nobody let it pass in time"}';
  const answered = [{ kind: 'hold', breakpoint: 'from:agent', ended: 'time' }, { kind: 'answer' }];
  const refused = (text: string) => {
    const holds = createHolds({ ...RULES, alone: true, onTimeout: 'refuse' }, compileRegex);
    holds.addBreakpoint('from:agent');
    const frame = createFrameFacts(() => true)({ from: 'agent', bytes: encodeUtf8(`${text}\n`) }, elapsedUs(0));
    const plan = holds.consider(frame, undefined, { offset: 0, index: 0 }, 0);
    holds.expire(1000);
    const { bytes, back = [], why } = plan?.settle?.() ?? {};
    return {
      why,
      sent: bytes && decodeLossy(bytes),
      back: back.map((line) => ({ text: decodeLossy(line.bytes), why: line.why })),
    };
  };

  test('has its requests answered: that of a batch by one batch', () => {
    expect(refused('{"jsonrpc":"2.0","id":12345678901234567890,"method":"a"}')).toEqual({
      why: answered,
      sent: undefined,
      back: [{ text: `{"jsonrpc":"2.0","id":12345678901234567890,${error}}\n`, why: answered }],
    });
    const items = ['"id":1,"method":"a"', '"method":"b"', '"id":"2","method":"c"', '"id":7,"result":{}'];
    const batch = refused(`[${items.map((item) => `{"jsonrpc":"2.0",${item}}`).join(',')},3]`);
    expect(batch).toEqual({
      why: answered,
      sent: `[{"jsonrpc":"2.0","id":7,${error}}]\n`,
      back: [{ text: `[{"jsonrpc":"2.0","id":1,${error}},{"jsonrpc":"2.0","id":"2",${error}}]\n`, why: answered }],
    });
  });

  test('is dropped if it needs no answer', () => {
    const dropped = { sent: undefined, back: [], why: [answered[0], { kind: 'drop' }] };
    for (const text of ['{"jsonrpc":"2.0","method":"a"}', '[{"jsonrpc":"2.0","method":"a"}]', '[]', 'no JSON'])
      expect(refused(text)).toEqual(dropped);
  });
});

test('a hold lasts five minutes if nothing else was asked for, and five seconds after the last watcher', () => {
  expect(readHoldTimeout(undefined)).toBe(300_000);
  const { holds, send } = createHeld({ timeout: readHoldTimeout(undefined), grace: WATCHER_GRACE_MS });
  holds.watch();
  send(0);
  expect(holds.nextAt()).toBe(300_000);
  holds.unwatch(1000);
  expect(holds.nextAt()).toBe(6000);
});

test.each(['dur:>1s', 'has:pair', 'rule:*', 'seq:3'])('a breakpoint on %s is refused by name', (filter) => {
  const holds = createHolds(RULES, compileRegex);
  expect(() => holds.addBreakpoint(filter)).toThrow(`${filter.split(':')[0]}: is not known yet when a frame arrives`);
});
