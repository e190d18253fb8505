import { RE2JS } from 're2js';
import { AcptapError } from '#core/errors.ts';
import type { CompileRegex } from '#core/filter/filter.ts';

/** What a match costs at worst grows with this, too: a letter, a class and a repetition of one count one each. */
const MAX_INSTRUCTIONS = 300;

/**
 * Ordinary regexes take 5 to 20 ns a character. One that has more states than are worth keeping takes a hundred times that, which is
 * still an end, but not one to wait for.
 */
const PATIENCE_MS = 2000;
const SLOW_NS = 400;

/**
 * Regular expressions by RE2: what they take grows with the text, never with its square or worse. They are written as in JavaScript,
 * without look-around and back-references, which cannot be had in linear time. See docs/adr/0015-filters-and-regexes.md.
 * A test throws `bad-filter` when it turns out so slow that nobody would wait for all of a recording.
 */
export const compileRegex: CompileRegex = regexCompiler(() => performance.now());

/** `compileRegex` by another clock, of milliseconds. */
export function regexCompiler(now: () => number): CompileRegex {
  return (source, flags) => {
    const compiled = compile(source, flags);
    if (compiled.programSize() > MAX_INSTRUCTIONS) throw new Error('it is too long, or repeats too much');
    let spent = 0;
    let read = 0;
    return (text) => {
      const began = now();
      const answer = compiled.test(text);
      spent += now() - began;
      read += text.length;
      if (spent < PATIENCE_MS) return answer;
      const isSlow = spent * 1e6 > read * SLOW_NS;
      [spent, read] = [0, 0]; // or a machine that slept would be held against it for ever
      if (!isSlow) return answer;
      throw new AcptapError(
        'bad-filter',
        `the regex /${source}/${flags} takes too long: say more of what it looks for`,
      );
    };
  };
}

function compile(source: string, flags: string): RE2JS {
  try {
    return RE2JS.compile(
      RE2JS.translateRegExp(source),
      (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) |
        (flags.includes('m') ? RE2JS.MULTILINE : 0) |
        (flags.includes('s') ? RE2JS.DOTALL : 0),
    );
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    if (/\(\?<?[=!]/.test(source)) throw new Error('look-ahead and look-behind are not there', { cause });
    if (/\\[1-9]|\\k</.test(source)) throw new Error('back-references are not there', { cause });
    throw new Error(cause.message.replace(/^error parsing regexp: /, ''), { cause });
  }
}
