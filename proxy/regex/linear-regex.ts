import { RE2JS } from 're2js';
import { AcptapError } from '#core/errors.ts';
import type { CompileRegex } from '#core/filter/filter.ts';

/** The most instructions of a compiled regex. They limit the worst cost of a match; a letter or a class is one. */
const MAX_INSTRUCTIONS = 300;

/**
 * After so much time in a regex its speed is checked: above SLOW_NS nanoseconds a character it fails. Ordinary regexes
 * take 5 to 20; a regex with too many states to cache takes a hundred times longer.
 */
const PATIENCE_MS = 2000;
const SLOW_NS = 400;

/**
 * Regular expressions by RE2, in linear time. The syntax is that of JavaScript without look-around and back-references,
 * which cannot run in linear time. See docs/adr/0015-filters-and-regexes.md.
 * A test throws `bad-filter` when it is too slow for a whole recording.
 */
export const compileRegex: CompileRegex = regexCompiler(() => performance.now());

/** `compileRegex` with another clock, in milliseconds. */
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
      [spent, read] = [0, 0]; // or a machine that slept would count against the regex
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
