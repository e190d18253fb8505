import { describe, expect, test } from 'vitest';
import { faultKinds } from '#core/intervene/fault.ts';
import { readFault } from '#core/intervene/parse-fault.ts';
import { printFault } from '#core/intervene/print-fault.ts';
import { compileRegex } from '../../../proxy/regex/linear-regex.ts';

const read = (text: string) => readFault(text, compileRegex);

describe('a fault', () => {
  const texts = [
    ...faultKinds.map(({ example }) => example),
    'delay 1.5s',
    'throttle 64k/s',
    'duplicate 3 25% every 2 where from:agent',
    'slice 5 every 10 where from:agent',
    'slice 5 every 10ms every 2',
    'corrupt',
    'noise "a \\"b\\" c" at most 3',
    'answer result {"content":"a b","n":[1, 12345678901234567890]} 50% once where method:fs/*',
    'answer result null',
    'close stdin',
    'mute where text:"where is it"',
  ];

  test.each(texts)('is printed as a text that is read as the same fault: %s', (text) => {
    const fault = read(text);
    const printed = printFault(fault);
    expect(read(printed)).toEqual(fault);
    expect(printFault(read(printed))).toBe(printed);
  });

  test('exists of every kind, with an example of that kind', () => {
    for (const { kind, example, usage } of faultKinds) {
      expect(read(example).action.kind).toBe(kind);
      expect(usage.startsWith(kind)).toBe(true);
    }
  });

  test.each([
    ['', /begins with its kind/, 0],
    ['corupt 10%', /no fault "corupt"; did you mean corrupt\?/, 0],
    ['delay', /delay needs a time/, 5],
    ['delay 400ms..200ms', /delay needs a time/, 6],
    ['delay 2h', /up to 1h/, 6],
    ['drop 110%', /at most 100%/, 5],
    ['drop often', /"often" is not expected here/, 5],
    ['drop every', /whole number from 1 .*, as in every 3/, 10],
    ['drop at least 3', /"most" is expected/, 8],
    ['drop once once', /"once" is not expected here/, 10],
    ['drop where', /a filter is expected behind where/, 5],
    ['drop where method:x every 12', /every/, 20],
    ['drop where kind:reqest', /kind:reqest is unknown.*did you mean request/, 16],
    ['drop where dur:>1s', /dur: is not known yet when a frame arrives/, 11],
    ['drop where kind:request has:pair', /has: is not known yet/, 24],
    ['reorder 1', /whole number from 2/, 8],
    ['throttle 5', /bytes in a second/, 9],
    ['noise warn', /double quotes/, 6],
    ['answer maybe', /answer needs result JSON, or error CODE/, 7],
    ['answer result {"a"', /answer result needs JSON/, 14],
    ['answer error 5', /a message in double quotes/, 14],
    ['kill SIGFOO', /SIGKILL, SIGTERM/, 5],
    ['close stderr', /stdin or stdout/, 6],
    ['exit 256', /whole number from 0 to 255 is expected, as in exit 3/, 5],
    ['kill KILL', /no signal "KILL"; did you mean SIGKILL\?/, 5],
    ['delay 5', /a time with a unit/, 6],
    ['coalesce 5', /a time with a unit/, 9],
    ['drop 0%', /above 0%/, 5],
    ['drop where from:agent once', /before where\. A word to search for needs quotes: "once"/, 22],
    ['drop where method:a 10% at most 3', /a rate and a limit stand before where/, 20],
    ['drop where a where b', /a fault has one where/, 13],
    ['drop where from:stderr', /from:stderr is never a frame/, 11],
    ['drop where -kind:event', /kind:event is never a frame/, 12],
  ])('with a mistake names it and its place: %s', (text, message, at) => {
    const mark = new RegExp(`\\n {2}${' '.repeat(at)}\\^`);
    expect(() => read(text)).toThrow(message);
    expect(() => read(text)).toThrow(mark);
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'bad-fault' }) as Error);
  });

  test('with characters of other widths names the mistake without a mark', () => {
    expect(() => read('noise "日本" oftn')).toThrow(/"oftn" is not expected here.*, in the fault noise "日本" oftn$/);
    expect(() => read('drop where text:日本 dur:>1s')).toThrow('dur: is not known yet');
  });
});
