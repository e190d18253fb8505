import { deepStrictEqual as equal, ok } from 'node:assert/strict';
import { describeFilter } from '#core/filter/describe-filter.ts';
import type { FilterFacts } from '#core/filter/filter-facts.ts';
import { fields } from '#core/filter/fields.ts';
import { filterPredicate } from '#core/filter/predicate.ts';
import { MAX_LENGTH, parseFilter } from '#core/filter/parse.ts';
import { printFilter } from '#core/filter/print.ts';
import { suggestCompletions } from '#core/filter/suggest-completions.ts';
import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import { createRedactor } from '#core/redaction/redact.ts';
import { elapsedUs, epochMs, seqOf } from '#core/units.ts';
import { decodeLossy, encodeUtf8 } from '#core/wire/bytes.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { toPrinted } from '../../inspector-ui/text/ansi.ts';
import { lastLines } from '../../inspector-ui/views/conversation/output-lines.ts';
import { compileRegex } from '../../proxy/regex/linear-regex.ts';
import { filterSql } from '../../proxy/store/search/filter-sql.ts';
import { conversationOf, conversationSeeds } from './bytes-targets.ts';
import { PROTOCOL_WORDS, type Target } from './target.ts';

const QUERIES = [
  'kind:request -method:session/* or (dur:>1.5s and size:10..2k)',
  'text:"a \\" b" /re(g)?ex/im -(tool:call-* status:failed)',
  'not not from:agent turn:2..4 t:1:30..2:00.5 has:finding',
  '"or" --verbose rule:jsonrpc/* id:"1" update:*_chunk',
];

const facts: FilterFacts = {
  seq: 1,
  turn: 1,
  duration: 10,
  bytes: 20,
  t: 30,
  pair: null,
  kind: 'request',
  from: 'client',
  method: 'a/b',
  id: '1',
  session: 's',
  tool: null,
  update: null,
  status: null,
  findings: [],
  summary: () => 'a summary',
  text: () => 'the text',
};

export const filter: Target = {
  name: 'filter',
  seeds: () => QUERIES.map((query) => Buffer.from(query)),
  words: [
    ...fields.flatMap(({ name, values }) => [`${name}:`, ...values]),
    ' and ',
    ' or ',
    'not ',
    '(',
    ')',
    '-',
    '"',
    '/',
    '..',
    '>=',
    '*',
  ],
  perSecond: 1000,
  isLinear: true,
  open: () => (input, random) => {
    const query = decodeLossy(input);
    const cursor = random(query.length + 1);
    const { at, end } = suggestCompletions(query, cursor, () => [{ value: query.slice(0, 9), count: 1 }]);
    ok(at >= 0 && at <= end && end <= query.length, `a suggestion for ${at} to ${end}`);
    const parsed = parseFilter(query, compileRegex);
    if (!parsed.ok) {
      const { problem } = parsed;
      ok(
        problem.at >= 0 && problem.at <= problem.end && problem.end <= query.length,
        `a problem at ${problem.at} to ${problem.end}`,
      );
      ok(problem.message !== '');
      return;
    }
    const printed = printFilter(parsed.filter);
    if (printed.length <= MAX_LENGTH) equal(parseFilter(printed, compileRegex), parsed);
    ok(describeFilter(parsed.filter) !== '');
    filterSql(parsed.filter, 1);
    ok(typeof filterPredicate(parsed.filter, compileRegex)(facts) === 'boolean');
  },
};

const OUTPUT = [
  '\u{1b}[1;31mFAIL\u{1b}[0m src/a.ts\r\n  \u{1b}[38;5;208mexpected\u{1b}[39m 1\u{1b}[K\n',
  '\u{1b}[48;2;10;20;30m x \u{1b}[m\u{1b}[0K\u{1b}[2J\u{1b}]8;;https://a.test\u{7}link\u{1b}]8;;\u{7}\n'.repeat(9),
  '\u{1b}[38:2::255:0:0mred\u{1b}[0;4;9;7;27;29m'.repeat(30),
];

export const controlSequences: Target = {
  name: 'control-sequences',
  seeds: () => OUTPUT.map((text) => Buffer.from(text)),
  words: [
    '\u{1b}[',
    '\u{1b}[0m',
    '\u{1b}[K',
    '\u{1b}[0K',
    '38;5;',
    '38;2;',
    ';',
    ':',
    'm',
    '99999999999999999999',
    '\u{1b}',
    '\u{9b}',
    '\r\n',
  ],
  perSecond: 1000,
  isLinear: true,
  open: () => (input) => {
    const text = decodeLossy(input);
    const printed = toPrinted(text);
    const erased = text.replaceAll('\r\n', '\n').replace(/\u001b\[0?K/g, ''); // oxlint-disable-line no-control-regex -- ESC is what is looked for
    const all = printed.map((piece) => piece.text).join('');
    ok(printed.length <= 4001, `${printed.length} stretches`);
    if (printed.length < 4000) equal(all, erased.replace(/\u001b\[[\d;:]*m/g, '')); // oxlint-disable-line no-control-regex -- the same
    for (const { text: piece, fore, back } of printed) {
      ok(piece !== '');
      for (const colour of [fore, back])
        ok(Number.isInteger(colour) && colour >= -1 && colour <= 15, `the colour ${colour}`);
    }
    const { hidden, tail } = lastLines(text);
    ok(hidden >= 0 && tail.split('\n').length <= 26, `${tail.split('\n').length} lines`);
  },
};

/** Drawn from so many letters that no input has it but by the words below. */
const HEADER: RecordingHeader = {
  id: 'fuzzed',
  startedAt: epochMs(0),
  command: ['agent'],
  cwd: '/home/bob/app',
  redacted: false,
};

const SECRET = 'cnry7Hq2Zx9Lw4Vt8Rb3';

const secretFrame = (seq: number): Entry => ({
  kind: 'frame',
  seq: seqOf(seq),
  elapsed: elapsedUs(0),
  from: 'client',
  bytes: encodeUtf8(`{"jsonrpc":"2.0","method":"_login","params":{"apiKey":"${SECRET}"}}\n`),
});

/** The parts of a frame that redaction must keep: its kind, and the kinds of its messages. */
function shapeOf(entry: Entry): unknown {
  const { kind, seq, elapsed } = entry;
  if (entry.kind !== 'frame') return { kind, seq, at: elapsed };
  const decoded = decodeFrame(entry.bytes);
  const parts = decoded.kind === 'json' ? decoded.parts.map(({ message, faults }) => [message?.kind, faults]) : [];
  return { kind, seq, at: elapsed, from: entry.from, what: decoded.kind, parts, isLine: entry.bytes.at(-1) === 10 };
}

/** Bytes that are not UTF-8 may be so by what is masked. */
const isText = (entry: Entry) => entry.kind === 'event' || decodeFrame(entry.bytes).kind !== 'not-utf8';

/** A user's name that a secret is a part of is read once the secret is gone. */
const withoutHomes = (text: string) => text.replaceAll(/\/(?:home|Users)\/[^"\s]*/g, '/home/…');

export const redactor: Target = {
  name: 'redactor',
  seeds: conversationSeeds,
  words: [
    ...PROTOCOL_WORDS,
    SECRET,
    `"${SECRET}"`,
    `token=${SECRET} `,
    `\\"key\\":\\"${SECRET}\\"`,
    'sk-ant-',
    'Bearer ',
    '/home/bob/',
    '[redacted-3]',
    '\\n',
    '\\u0041',
  ],
  perSecond: 25,
  isLinear: true,
  open: () => (input) => {
    const said = conversationOf(input);
    const entries = [...said, secretFrame(said.length)];
    const first = createRedactor(HEADER);
    for (const entry of entries) first.learn(entry);
    const kept = first.header(HEADER);
    const masked = entries.map((entry) => first.entry(entry));
    const text = [encodeHeader(kept), ...masked.map(encodeEntry)].join('');
    ok(
      !text.includes(SECRET),
      `the secret is still there: ${text.slice(Math.max(0, text.indexOf(SECRET) - 60), text.indexOf(SECRET) + 40)}`,
    );
    for (const [index, entry] of entries.entries())
      if (isText(entry)) equal(masked[index] && shapeOf(masked[index]), shapeOf(entry));
    const again = createRedactor(kept);
    for (const entry of masked) again.learn(entry);
    const twice = [encodeHeader(again.header(kept)), ...masked.map((entry) => encodeEntry(again.entry(entry)))].join(
      '',
    );
    equal(withoutHomes(twice), withoutHomes(text));
  },
};
