import { array, assert, nat, property, uint8Array } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedBy } from '#core/intervene/changed-by.ts';
import { createDecider } from '#core/intervene/decide.ts';
import { createFrameFacts } from '#core/intervene/frame-facts.ts';
import { readFault } from '#core/intervene/parse-fault.ts';
import { elapsedUs } from '#core/units.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import { compileRegex } from '../../../proxy/regex/linear-regex.ts';

/** The kinds of faults that touched each line of the agent, joined; undefined for an untouched line. */
function touching(faults: readonly string[], lines: readonly string[]): readonly (string | undefined)[] {
  const factsOf = createFrameFacts(() => true);
  const { decide } = createDecider(
    faults.map((text) => readFault(text, compileRegex)),
    1,
    compileRegex,
  );
  return lines.map((line) => {
    const plan = decide(factsOf({ from: 'agent', bytes: encodeUtf8(line) }, elapsedUs(0)));
    return plan && [...plan.why.map(({ kind }) => kind), ...plan.endings.map(({ action }) => action.kind)].join(' ');
  });
}

describe('corrupt', () => {
  test('changes the given number of bytes, and neither adds nor removes a line end', () => {
    const line = uint8Array({ maxLength: 40 }).map((bytes) => bytes.filter((byte) => byte !== 0x0a && byte !== 0x0d));
    assert(
      property(line, nat(50), array(nat(999), { minLength: 50, maxLength: 50 }), (bytes, count, chances) => {
        for (const end of [[], [0x0a], [0x0d, 0x0a]]) {
          const frame = Uint8Array.from([...bytes, ...end]);
          const changed = changedBy({ kind: 'corrupt', bytes: count }, frame, (part) => (chances[part] ?? 0) / 1000);
          expect(changed.filter((byte, at) => byte !== frame[at]).length).toBe(Math.min(count, bytes.length));
          expect([...changed.subarray(bytes.length)]).toEqual(end);
          expect(changed.subarray(0, bytes.length).some((byte) => byte === 0x0a || byte === 0x0d)).toBe(false);
        }
      }),
    );
    const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const changed = changedBy({ kind: 'corrupt', bytes: 256 }, every, () => 0);
    expect([...changed].filter((byte) => byte === 0x0a || byte === 0x0d)).toEqual([]);
  });
});

describe('a limit', () => {
  test('is not used up by a frame that an earlier fault dropped', () => {
    expect(touching(['drop once', 'corrupt once'], ['one\n', 'two\n', 'three\n'])).toEqual([
      'drop',
      'corrupt',
      undefined,
    ]);
  });

  test('is not used up by a frame that the fault leaves as it is', () => {
    expect(touching(['corrupt once'], ['\n', 'one\n', 'two\n'])).toEqual([undefined, 'corrupt', undefined]);
    expect(touching(['truncate once'], ['one\n', 'rest'])).toEqual(['truncate', undefined]);
  });

  test('takes each third frame, leaves the first ones alone, and ends after a number of frames', () => {
    const hits = (fault: string) =>
      touching([fault], ['1\n', '2\n', '3\n', '4\n', '5\n', '6\n']).map((kind) => (kind === 'crlf' ? 1 : 0));
    expect(hits('crlf every 3')).toEqual([0, 0, 1, 0, 0, 1]);
    expect(hits('crlf after 2')).toEqual([0, 0, 1, 1, 1, 1]);
    expect(hits('crlf at most 2')).toEqual([1, 1, 0, 0, 0, 0]);
  });

  test('of 10 % touches about a tenth of the frames, and the same ones each time', () => {
    const lines = Array.from({ length: 2000 }, (_, index) => `${index}\n`);
    const touched = touching(['drop 10%'], lines);
    const count = touched.filter((kind) => kind === 'drop').length;
    expect(count).toBeGreaterThan(150);
    expect(count).toBeLessThan(250);
    expect(touching(['drop 10%'], lines)).toEqual(touched);
  });

  test('makes an ending repeat, which otherwise happens once', () => {
    const lines = ['1\n', '2\n', '3\n', '4\n'];
    expect(touching(['kill SIGINT'], lines)).toEqual(['kill', undefined, undefined, undefined]);
    expect(touching(['kill SIGINT every 2'], lines)).toEqual([undefined, 'kill', undefined, 'kill']);
    expect(touching(['kill SIGINT after 3'], lines)).toEqual([undefined, undefined, 'kill', undefined]);
  });
});
