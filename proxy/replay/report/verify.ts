import { catalogue } from '#core/rules/catalogue.ts';
import { createJudge } from '#core/rules/engine/judge.ts';
import type { Finding } from '#core/rules/engine/rule.ts';
import { cut } from '#core/text/cut.ts';
import { createTrace } from '#core/trace/trace.ts';
import { elapsedUs, seqOf } from '#core/units.ts';
import type { FrameEntry, Side } from '#core/wire/entry.ts';
import { createFrameSplitter } from '#core/wire/frame-splitter.ts';
import type { ClientFinding } from '../model/replay-report.ts';

/** Characters quoted of a frame. */
const QUOTED = 160;

/**
 * Checks the live client's messages during a replay. Call it with every line of both sides as it passes; `ms` is the
 * time since the beginning. Memory holds only the open state of the rules.
 */
export function createVerification() {
  const trace = createTrace();
  const judge = createJudge(catalogue);
  const findings: ClientFinding[] = [];
  let count = 0;
  const given = createFrameSplitter();
  let last: FrameEntry | undefined;

  function keep(found: readonly Finding[]): void {
    for (const finding of found)
      if (finding.side === 'client')
        findings.push({ ...finding, frame: last && finding.seq === last.seq ? quote(last.bytes) : '' });
  }

  function check(from: Side, bytes: Uint8Array, ms: number): void {
    last = {
      kind: 'frame',
      seq: seqOf(count++),
      elapsed: elapsedUs(Math.max(0, Math.round(ms * 1000))),
      from,
      bytes,
    };
    keep(judge.apply(trace.apply(last), trace));
  }

  return {
    /** The findings so far. */
    findings: findings as readonly ClientFinding[],
    check,
    /** Takes bytes that the client is given, cut anywhere. */
    give(bytes: Uint8Array, ms: number): void {
      for (const frame of given.push(bytes)) check('agent', frame, ms);
    },
    /** All findings; messages still owed count as missing when the replay ended `orderly`. */
    finish(orderly: boolean): readonly ClientFinding[] {
      if (last) keep(judge.finish({ orderly, seq: last.seq, elapsed: last.elapsed }, trace));
      return findings;
    },
  };
}

const decoder = new TextDecoder();

const quote = (bytes: Uint8Array): string => cut(decoder.decode(bytes.subarray(0, 4 * QUOTED)).trimEnd(), QUOTED);
