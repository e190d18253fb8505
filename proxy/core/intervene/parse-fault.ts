import { AcptapError } from '#core/errors.ts';
import { EVERYTHING, type CompileRegex, type Filter } from '#core/filter/filter.ts';
import { markMistake } from '#core/filter/parse.ts';
import { readQuantity } from '#core/filter/quantity.ts';
import { isJson } from '#core/json/parse-json.ts';
import { nearestName } from '#core/protocol/suggest-name.ts';
import { parseArrivalFilter } from './arrival-filter.ts';
import { faultKinds, type Fault, type FaultAction, type FaultKind, type FaultLimit } from './fault.ts';

/** A mistake in a fault: the wrong part, and what was expected. */
interface FaultProblem {
  readonly at: number;
  readonly end: number;
  readonly message: string;
}

const SIGNALS = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGABRT', 'SIGSEGV'];

/** The longest wait. Clients stop waiting earlier. */
const MAX_MS = 3_600_000;
const MAX_COPIES = 1000;

/**
 * Reads a fault: `KIND [ARGUMENTS] [RATE%] [once | every N | after N | at most N] [where FILTER]`.
 * @throws {AcptapError} `bad-fault` with a mark below the mistake.
 */
export function readFault(text: string, compile: CompileRegex): Fault {
  try {
    return parse(text, compile);
  } catch (cause) {
    if (cause instanceof Unexpected) throw new AcptapError('bad-fault', markMistake('fault', text, cause.problem));
    throw cause;
  }
}

/** Aborts the parser; caught in this file. */
class Unexpected extends Error {
  readonly problem: FaultProblem;
  constructor(problem: FaultProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

function parse(text: string, compile: CompileRegex): Fault {
  const words = createWords(text);
  const kind = words.take();
  if (!isKind(kind)) {
    const meant = nearestName(kind, KINDS);
    const hint = meant === undefined ? `: there are ${KINDS.join(', ')}` : `; did you mean ${meant}?`;
    throw words.wrong(kind === '' ? `a fault begins with its kind${hint}` : `no fault "${kind}"${hint}`);
  }
  const action = ACTIONS[kind](words);
  const rate = readRate(words);
  const limit = readLimit(words);
  return { action, rate, limit, where: readWhere(words, compile) };
}

const KINDS: readonly string[] = faultKinds.map(({ kind }) => kind);
const isKind = (word: string): word is FaultKind => KINDS.includes(word);

type Words = ReturnType<typeof createWords>;

/** Reads a text word by word. */
function createWords(text: string) {
  let last = { at: 0, end: 0 };
  let next = 0;

  const find = (pattern: RegExp) => {
    pattern.lastIndex = next;
    return pattern.exec(text);
  };

  function advance(length: number): void {
    const space = /^\s*/.exec(text.slice(next))?.[0].length ?? 0;
    last = { at: next + space, end: next + space + length };
    next = last.end;
  }

  return {
    /** The next word; empty at the end. */
    peek: (): string => find(/\s*(\S*)/y)?.[1] ?? '',
    /** The next two words. */
    peekTwo: (): string => find(/\s*(\S*\s*\S*)/y)?.[1] ?? '',
    take(): string {
      const word = find(/\s*(\S*)/y)?.[1] ?? '';
      advance(word.length);
      return word;
    },
    /** Takes a JSON value; undefined if something else follows. */
    takeJson(): string | undefined {
      const rest = text.slice(next).trimStart();
      for (const { index } of rest.matchAll(/\s|$/g)) {
        const value = rest.slice(0, index);
        if (!isJson(value)) continue;
        advance(value.length);
        return value.replace(/[\r\n]/g, ' '); // a frame is one line
      }
      return undefined;
    },
    /** The text after the last word, which ends the reading. */
    rest(): { readonly text: string; readonly at: number } {
      const at = next + (/^\s*/.exec(text.slice(next))?.[0].length ?? 0);
      next = text.length;
      return { text: text.slice(at), at };
    },
    /** A mistake at the last word. */
    wrong: (message: string): Unexpected => new Unexpected({ ...last, message }),
    wrongAt: (at: number, end: number, message: string): Unexpected => new Unexpected({ at, end, message }),
  };
}

const ACTIONS: { readonly [Kind in FaultKind]: (words: Words) => FaultAction } = {
  delay(words) {
    const [from = '', to = from, ...more] = words.take().split('..');
    const [least, most] = [from, to].map((text) => milliseconds(text));
    if (least === undefined || most === undefined || more.length > 0 || most < least)
      throw words.wrong('delay needs a time with a unit, up to 1h, or two with .. between: delay 200ms, delay 1s..2s');
    return { kind: 'delay', least, most };
  },
  throttle(words) {
    const [, size = ''] = /^(.*)\/s$/.exec(words.take()) ?? [];
    const bytesPerSecond = readQuantity('size', size)?.value ?? 0;
    if (bytesPerSecond === 0) throw words.wrong('throttle needs bytes in a second: throttle 2k/s');
    return { kind: 'throttle', bytesPerSecond };
  },
  drop: () => ({ kind: 'drop' }),
  duplicate: (words) => ({
    kind: 'duplicate',
    copies: /^\d+$/.test(words.peek()) ? count(words, 'duplicate 2', MAX_COPIES) : 1,
  }),
  reorder: (words) => ({ kind: 'reorder', window: count(words, 'reorder 3', MAX_COPIES, 2) }),
  slice(words) {
    const bytes = count(words, 'slice 16');
    return { kind: 'slice', bytes, pause: takePause(words) };
  },
  coalesce(words) {
    const time = milliseconds(words.take());
    if (time === undefined) throw words.wrong('coalesce needs a time with a unit, up to 1h: coalesce 50ms');
    return { kind: 'coalesce', time };
  },
  corrupt(words) {
    if (!/^\d+$/.test(words.peek())) return { kind: 'corrupt', bytes: 1 };
    const bytes = count(words, 'corrupt 2 bytes');
    if (!/^bytes?$/.test(words.take())) throw words.wrong('"bytes" is expected: corrupt 2 bytes');
    return { kind: 'corrupt', bytes };
  },
  truncate: () => ({ kind: 'truncate' }),
  noise(words) {
    const text: unknown = JSON.parse(words.takeJson() ?? 'null');
    if (typeof text !== 'string' || /[\r\n]/.test(text)) {
      words.take();
      throw words.wrong('noise needs a line in double quotes: noise "npm warn deprecated"');
    }
    return { kind: 'noise', text };
  },
  crlf: () => ({ kind: 'crlf' }),
  bom: () => ({ kind: 'bom' }),
  answer(words) {
    const member = words.take();
    if (member === 'result') {
      const outcome = words.takeJson();
      if (outcome !== undefined) return { kind: 'answer', member, outcome };
      words.take();
      throw words.wrong('answer result needs JSON: answer result {"content":""}');
    }
    if (member !== 'error')
      throw words.wrong('answer needs result JSON, or error CODE "MESSAGE": answer error -32603 "disk full"');
    const code = words.take();
    if (!/^-?\d{1,15}$/.test(code)) throw words.wrong('answer error needs a code and a message: -32603 "disk full"');
    const message: unknown = JSON.parse(words.takeJson() ?? 'null');
    if (typeof message === 'string')
      return { kind: 'answer', member, outcome: JSON.stringify({ code: Number(code), message }) };
    words.take();
    throw words.wrong('answer error needs a message in double quotes behind its code: -32603 "disk full"');
  },
  'wrong-id': () => ({ kind: 'wrong-id' }),
  'unknown-update': () => ({ kind: 'unknown-update' }),
  mute: () => ({ kind: 'mute' }),
  close(words) {
    const end = words.take();
    if (end !== 'stdin' && end !== 'stdout') throw words.wrong('close needs stdin or stdout');
    return { kind: 'close', end };
  },
  exit: (words) => ({ kind: 'exit', code: count(words, 'exit 3', 255, 0) }),
  kill(words) {
    const signal = words.take();
    if (SIGNALS.includes(signal)) return { kind: 'kill', signal };
    const meant = SIGNALS.find((each) => each === `SIG${signal}`.toUpperCase() || each === signal.toUpperCase());
    throw words.wrong(
      meant ? `no signal "${signal}"; did you mean ${meant}?` : `kill needs a signal: ${SIGNALS.join(', ')}`,
    );
  },
};

function count(words: Words, example: string, most = 1_000_000_000, least = 1): number {
  const text = words.take();
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw words.wrong(`a whole number from ${least} to ${most} is expected, as in ${example}`);
  return value;
}

function milliseconds(text: string): number | undefined {
  const ms = /[a-zµμ]$/i.test(text) ? (readQuantity('dur', text)?.value ?? Infinity) / 1000 : Infinity;
  return ms <= MAX_MS ? ms : undefined;
}

/** `every 5ms` is the pause of `slice`; `every 5` is a limit. */
function takePause(words: Words): number {
  const [, pause] = /^every\s+(\d\S*[a-zµμ]\S*)/.exec(words.peekTwo()) ?? [];
  const time = pause === undefined ? undefined : milliseconds(pause);
  if (time === undefined) return 0;
  words.take();
  words.take();
  return time;
}

function readRate(words: Words): number {
  const [, percent] = /^(\d+(?:\.\d+)?)%$/.exec(words.peek()) ?? [];
  if (percent === undefined) return 100;
  words.take();
  const rate = Number(percent);
  if (rate > 100 || rate === 0) throw words.wrong('a rate is above 0% and at most 100%');
  return rate;
}

function readLimit(words: Words): FaultLimit | undefined {
  switch (words.peek()) {
    case 'once':
      words.take();
      return { kind: 'at most', count: 1 };
    case 'every':
    case 'after': {
      const kind = words.take() as 'every' | 'after'; // the case
      return { kind, count: count(words, `${kind} 3`) };
    }
    case 'at':
      words.take();
      if (words.take() !== 'most') throw words.wrong('"most" is expected: at most 3');
      return { kind: 'at most', count: count(words, 'at most 3') };
    default:
      return undefined;
  }
}

function readWhere(words: Words, compile: CompileRegex): Filter {
  const word = words.take();
  if (word === '') return EVERYTHING;
  if (word !== 'where')
    throw words.wrong(
      `"${word}" is not expected here: a rate like 10%, then once, every N, after N or at most N, then where FILTER`,
    );
  const { text, at } = words.rest();
  if (text === '') throw words.wrong('a filter is expected behind where');
  const misplaced = /(?:^|\s)(where|once|(?:every|after|at most) \d+|\d+(?:\.\d+)?%)(?=\s|$)/.exec(withoutQuotes(text));
  if (misplaced?.[1] !== undefined) {
    const start = at + misplaced.index + misplaced[0].length - misplaced[1].length;
    const end = start + misplaced[1].length;
    const hint =
      misplaced[1] === 'where'
        ? 'a fault has one where; side by side means and'
        : 'a rate and a limit stand before where';
    throw words.wrongAt(start, end, `${hint}. A word to search for needs quotes: "${misplaced[1]}"`);
  }
  const parsed = parseArrivalFilter(text, compile);
  if (parsed.ok) return parsed.filter;
  const { message, at: from, end } = parsed.problem;
  throw words.wrongAt(at + from, at + end, message);
}

/** The filter with blanks for what is in quotes. */
const withoutQuotes = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => ' '.repeat(quoted.length));
