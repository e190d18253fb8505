import type { ControlAnswer, ControlResult, ControlState, ControlVerb } from '#core/contract/control.ts';
import { AcptapError } from '#core/errors.ts';
import { isObject } from '#core/json/json.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { concat, fromBase64, LF, toBase64 } from '#core/wire/bytes.ts';
import type { Side } from '#core/wire/entry.ts';
import type { createDecider } from './decide.ts';
import { RELEASED, type createHolds } from './holds.ts';
import type { Injection } from './plan.ts';

/** The objects that the control verbs act on. */
export interface Controlled {
  readonly about: Pick<ControlState, 'recording' | 'name' | 'command' | 'startedAt' | 'seed'>;
  readonly holds: ReturnType<typeof createHolds>;
  readonly faults: ReturnType<typeof createDecider>;
  readonly inject: (toward: Side, injection: Injection) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A request that cannot be done. Caught in this file. */
class Refused extends Error {}

/** Answers requests to a running connection. After each request, the caller has to deliver the released frames. */
export function createControl({ about, holds, faults, inject, now }: Controlled) {
  const state = (): ControlState => ({
    ...about,
    now: now(),
    held: holds.held(),
    heldCount: holds.heldCount(),
    isKept: holds.isKept(now()),
    breakpoints: holds.breakpoints(),
    faults: faults.list(),
  });

  /** Returns what the answer has besides `ok`. */
  function run(verb: ControlVerb, watch: () => void): ControlResult {
    switch (verb.do) {
      case 'watch':
        watch();
        return { state: state() };
      case 'state':
        return { state: state() };
      case 'frame': {
        const bytes = holds.bytesOf(verb.number);
        must(bytes !== undefined, `frame ${verb.number} is not held`);
        return { bytes: toBase64(bytes) };
      }
      case 'release':
      case 'drop': {
        const done = holds.decide(verb.number, verb.do === 'drop' ? { kind: 'drop' } : RELEASED);
        must(done, `frame ${verb.number} is not held`);
        return {};
      }
      case 'edit': {
        const done = holds.decide(verb.number, { kind: 'edit', bytes: bytesOf(verb.bytes) });
        must(done, `frame ${verb.number} is not held`);
        return {};
      }
      case 'answer': {
        const bytes = lineOf(verb.bytes);
        const kind = holds.kindOf(verb.number);
        must(kind !== undefined, `frame ${verb.number} is not held`);
        must(kind === 'request', `frame ${verb.number} is not a request, so it cannot be answered`);
        holds.decide(verb.number, { kind: 'answer', bytes });
        return {};
      }
      case 'inject': {
        must(verb.toward === 'client' || verb.toward === 'agent', 'inject needs toward: client or agent');
        inject(verb.toward, { bytes: lineOf(verb.bytes), why: [{ kind: 'inject' }] });
        return {};
      }
      case 'add-breakpoint':
        must(typeof verb.filter === 'string', 'add-breakpoint needs a filter');
        holds.addBreakpoint(verb.filter);
        return { state: state() };
      case 'remove-breakpoint':
        must(holds.removeBreakpoint(verb.number), `there is no breakpoint ${verb.number}`);
        return { state: state() };
      case 'set-breakpoint':
        must(holds.setBreakpoint(verb.number, verb.isOn), `there is no breakpoint ${verb.number}`);
        return { state: state() };
      case 'set-fault':
        must(faults.set(verb.number, verb.isOn), `there is no fault ${verb.number}`);
        return { state: state() };
      default:
        throw new Refused('this release of acptap does not know this request');
    }
  }

  return {
    state,
    /** Answers one line. Calls `watch` if its sender wants states. Never throws. */
    answer(line: string, watch: () => void): ControlAnswer {
      const request = parse(line);
      const id = Number(request?.['id'] ?? 0);
      try {
        must(request !== undefined, 'a request is a JSON object on one line');
        return { id, ok: true, ...run(request as unknown as ControlVerb, watch) }; // each verb checks its members
      } catch (cause) {
        if (cause instanceof Refused || cause instanceof AcptapError) return { id, ok: false, error: cause.message };
        return { id, ok: false, error: `a bug in acptap: ${String(cause)}` };
      }
    },
  };
}

function must(fact: boolean, message: string): asserts fact {
  if (!fact) throw new Refused(message);
}

function parse(line: string): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(line);
  return isObject(value) ? value : undefined;
}

function bytesOf(base64: unknown): Uint8Array {
  const bytes = typeof base64 === 'string' ? fromBase64(base64) : undefined;
  must(bytes !== undefined && bytes.length > 0, 'bytes must be base64, and at least one');
  return bytes;
}

/** The bytes with a line end. A second line would be a frame of its own. */
function lineOf(base64: unknown): Uint8Array {
  const bytes = bytesOf(base64);
  const end = bytes.indexOf(LF);
  must(end === -1 || end === bytes.length - 1, 'a frame is one line');
  return end === -1 ? concat([bytes, Uint8Array.of(LF)]) : bytes;
}
