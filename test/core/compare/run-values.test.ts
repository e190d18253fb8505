import { describe, expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { rounds } from '../../support/effort.ts';
import { calledOn, calls, compared, comparedTranscripts, folded, inWords, says, session, tells } from './fold.ts';

interface Run {
  readonly folder: string;
  /** Changes all values that differ in every run. */
  readonly seed: number;
  readonly command?: string;
  readonly content?: string;
  readonly exitCode?: number;
  readonly file?: string;
}

const uuid = (seed: number, what: number) => `019${seed}4c3b-5a0e-7${what}c2-9d41-2f6b0a7e${(1000 + seed * 37) % 9999}`;

/** Two turns of a session with Codex, which passes its own events on as tool input and output. */
function codex({ folder, seed, command = 'npm test', content = 'hello\n', exitCode = 0, file = 'src/new.ts' }: Run) {
  const now = 1_763_847_066_123 + seed * 86_400_000;
  const shell = (turn: number) => {
    const id = `call_Mb${seed}hOBvKu82x${turn}`;
    const begun = {
      call_id: id,
      process_id: `${41_000 + seed * 311 + turn}`,
      turn_id: uuid(seed, turn),
      command: ['/bin/bash', '-lc', command],
      cwd: folder,
      source: 'agent',
    };
    return [
      calls(id, { title: command, kind: 'execute', rawInput: { ...begun, started_at_ms: now + turn } }),
      calledOn(id, {
        status: 'completed',
        rawOutput: {
          ...begun,
          completed_at_ms: now + 900 + seed * 7,
          stdout: 'ok\n',
          exit_code: exitCode,
          duration: { secs: 0, nanos: 51_234_567 + seed },
          formatted_output: `Wall time: 0.0${seed + 3} seconds\nok\n`,
        },
      }),
    ];
  };
  const patch = calls(`call_Pa${seed}tchKu82x9`, {
    title: `Edit ${folder}/${file}`,
    kind: 'edit',
    rawInput: { turn_id: uuid(seed, 1), changes: { [`${folder}/${file}`]: { type: 'add', content } } },
  });
  return session({ lines: [says('I run it.'), ...shell(1), patch] }, { prompt: 'again', lines: shell(2) }).replaceAll(
    '"/work"',
    JSON.stringify(folder),
  );
}

const one: Run = { folder: '/home/ann/app', seed: 1 };
const other: Run = { folder: '/tmp/ci/run/checkout', seed: 2 };

describe('values that differ in every run', () => {
  test('are no change in tool input, tool output and member names, and are listed', () => {
    const comparison = comparedTranscripts(codex(one), codex(other));
    expect(inWords(comparison)).toEqual([['= 2'], ['= 4'], ['= 2']]);
    expect(comparison.passing).toEqual([
      'rawInput.call_id',
      'rawInput.process_id',
      'rawInput.started_at_ms',
      'rawInput.turn_id',
      'rawOutput.call_id',
      'rawOutput.completed_at_ms',
      'rawOutput.duration.nanos',
      'rawOutput.formatted_output',
      'rawOutput.process_id',
      'rawOutput.turn_id',
    ]);
  });

  test('are not listed where they are equal', () => {
    expect(comparedTranscripts(codex(one), codex(one)).passing).toEqual([]);
  });

  test.each([
    ['another command', { command: 'npm run build' }, '/rawInput/command/2'],
    ['another exit code', { exitCode: 1 }, '/rawOutput/exit_code'],
    ['another content', { content: 'bye\n' }, '/rawInput/changes/.~1src~1new.ts/content'],
    ['another file', { file: 'src/old.ts' }, '/rawInput/changes/.~1src~1new.ts'],
  ])('do not hide a change: %s', (_, change, pointer) => {
    const pointers = inWords(comparedTranscripts(codex(one), codex({ ...other, ...change })))
      .flat()
      .join(' ');
    expect(pointers).toContain(pointer);
  });
});

/** A turn with one tool call, with this input and output. */
const calling = (rawInput: unknown, rawOutput: unknown = {}) =>
  session({ lines: [calls('a', { title: 'Use it', rawInput, rawOutput })] });

const isSame = (left: string, right: string) => comparedTranscripts(left, right).isSame;

test.each([
  ['a UUID', { run: uuid(1, 1) }, { run: uuid(2, 1) }],
  ['an id with a prefix', { id: 'toolu_01AbCdEf23' }, { id: 'toolu_01XyZaBc98' }],
  ['a short id named by its member', { chunk_id: '4a2f1c' }, { chunk_id: '9b07de' }],
  ['an id in pieces named by its member', { turn_id: 'turn-4a2f1c-9' }, { turn_id: 'turn-9b07de-9' }],
  ['a clock time', { startedAt: '2026-11-22T21:31:06.120Z' }, { startedAt: '2026-11-23T08:02:51.007Z' }],
  ['milliseconds since 1970', { now: 1_763_847_066_123 }, { now: 1_763_933_466_456 }],
  ['a process', { pid: 4211 }, { pid: 51_300 }],
  ['a temporary file', { path: '/tmp/tmp.Xy12Ab/a.txt' }, { path: '/tmp/tmp.Qz98Cd/a.txt' }],
  [
    'a temporary folder of macOS',
    { path: '/var/folders/zz/a1b2c3d4/T/x-Ab12Cd/a' },
    { path: '/var/folders/zz/d4c3b2a1/T/x-Ef34Gh/a' },
  ],
  [
    'a duration in nanoseconds',
    { duration: { secs: 0, nanos: 213580238 } },
    { duration: { secs: 0, nanos: 244814805 } },
  ],
])('%s is not a change of an input', (_, left, right) => {
  expect(isSame(calling(left), calling(right))).toBe(true);
});

test.each([
  ['a command', { command: 'ls' }, { command: 'ls -a' }],
  ['a command with a number', { command: 'sleep 0.5s' }, { command: 'sleep 1.5s' }],
  ['a command that names an id', { command: `get ${uuid(1, 1)}` }, { command: `get ${uuid(2, 1)}` }],
  ['a line', { offset: 1000 }, { offset: 2000 }],
  ['a timeout', { timeout_ms: 5000 }, { timeout_ms: 120_000 }],
  ['a time to sleep', { duration: 5 }, { duration: 10 }],
  ['a date that a model chose', { start: '2026-11-24T10:00:00Z' }, { start: '2026-11-24T11:00:00Z' }],
  ['an issue', { issue_id: 'PROJ-123' }, { issue_id: 'PROJ-124' }],
  ['an issue number', { issue_id: 12_345 }, { issue_id: 12_346 }],
  ['a path in the project', { path: '/work/run-4a2f1c9d/a' }, { path: '/work/run-9b07de11/a' }],
  ['a temporary file with a plain name', { path: '/tmp/a.txt' }, { path: '/tmp/b.txt' }],
  ['a folder elsewhere', { path: '/etc/a' }, { path: '/etc/b' }],
  ['one more member', { a: 1 }, { a: 1, turn_id: uuid(1, 1) }],
  ['another type', { pid: 4211 }, { pid: 'none' }],
])('%s is a change of an input', (_, left, right) => {
  expect(isSame(calling(left), calling(right))).toBe(false);
});

test.each([
  ['a duration', { durationMs: 812 }, { durationMs: 951 }],
  ['a duration in a text', 'Done in 1.23s', 'Done in 0.98s'],
  ['a time in a text', 'at 2026-11-22T21:31:06Z', 'at 2026-11-23T08:00:00Z'],
])('%s is not a change of an output', (_, left, right) => {
  expect(isSame(calling({}, left), calling({}, right))).toBe(true);
  expect(isSame(calling(left), calling(right))).toBe(false);
});

test('text for the user is compared exactly', () => {
  const at = (time: string) => session({ lines: [says(`It is 2026-11-22T21:31:${time}.120Z.`)] });
  expect(inWords(comparedTranscripts(at('06'), at('07')))[1]).toEqual(['= 1', '~ message /text']);
});

test('an id that matches two different ids of the other run is a change', () => {
  const using = (...runs: readonly number[]) =>
    session({ lines: runs.map((run, index) => calls(`c${index}`, { title: 't', rawInput: { run: uuid(run, 1) } })) });
  expect(isSame(using(1, 2, 1), using(4, 5, 4))).toBe(true);
  expect(isSame(using(1, 2, 1), using(4, 5, 5))).toBe(false);
});

test('made-up values are ignored in members unknown to ACP, but not in known ones', () => {
  const told = (more: object) => session({ lines: [tells('session_info_update', { title: 'a', ...more })] });
  expect(isSame(told({ traceRun: uuid(1, 1) }), told({ traceRun: uuid(2, 1) }))).toBe(true);
  expect(isSame(told({ title: uuid(1, 1) }), told({ title: uuid(2, 1) }))).toBe(false);
});

describe('values learnt from one recording', () => {
  /** The same command in two turns, with different words in its output. */
  const running = (words: readonly (string | number)[], text = 'fine') =>
    session(
      ...words.map((word, index) => ({
        prompt: `go ${index}`,
        lines: [
          calls(`c${index}`, {
            title: 'make',
            kind: 'execute',
            rawInput: { command: 'make' },
            rawOutput: { log: text, worker: word },
          }),
        ],
      })),
    );

  test('are ignored where two otherwise equal calls of different turns differ', () => {
    const comparison = comparedTranscripts(running(['wrk-81', 'wrk-82']), running(['wrk-17', 'wrk-18']));
    expect(comparison.isSame).toBe(true);
    expect(comparison.passing).toEqual(['rawOutput.worker']);
  });

  test('are ignored in a permission request that repeats its tool call', () => {
    const asking = (...workers: readonly string[]) =>
      session(
        ...workers.map((worker, index) => {
          const toolCall = { toolCallId: `c${index}`, title: 'make', rawInput: { worker } };
          const request = { sessionId: 's', toolCall, options: [] };
          return {
            prompt: `go ${index}`,
            lines: [
              calls(`c${index}`, toolCall),
              `< ${70 + index} session/request_permission ${JSON.stringify(request)}`,
            ],
          };
        }),
      );
    expect(isSame(asking('wrk-81', 'wrk-82'), asking('wrk-17', 'wrk-18'))).toBe(true);
  });

  test('are ignored in the other recording, and in a comparison of single turns', () => {
    expect(isSame(running(['wrk-81', 'wrk-82']), running(['wrk-17', 'wrk-17']))).toBe(true);
    const entries = parseTranscript(running(['wrk-81', 'wrk-82']));
    const turn = (number: number) => folded(entries, { kind: 'turn', number });
    expect(inWords(compared(turn(1), turn(2)))).toEqual([['~ exchange /params/prompt/0/text', '= 1']]);
  });

  test.each([
    ['that occurs once', running(['wrk-81']), running(['wrk-17'])],
    ['that repeats', running(['wrk-81', 'wrk-82', 'wrk-81']), running(['wrk-17', 'wrk-18', 'wrk-17'])],
    ['that is a word', running(['north', 'south']), running(['east', 'west'])],
    ['that is a small number', running([0, 1]), running([1, 0])],
    ['beside another change', running(['wrk-81', 'wrk-82']), running(['wrk-17', 'wrk-18'], 'broken')],
  ])('do not include a value %s', (_, left, right) => {
    expect(isSame(left, right)).toBe(false);
  });
});

test('a path without its leading slash is relative to the folder', () => {
  const reading = (folder: string) =>
    session({
      lines: [calls('a', { title: `${folder.slice(1)}/notes.txt`, rawInput: { filePath: `${folder}/a` } })],
    }).replaceAll('"/work"', JSON.stringify(folder));
  const comparison = comparedTranscripts(reading('/home/ann/app'), reading('/tmp/run/checkout'));
  expect(inWords(comparison)).toEqual([['= 2'], ['= 2']]);
  expect(isSame(reading('/home/ann/app'), reading('/tmp/x/y').replace('notes.txt', 'other.txt'))).toBe(false);
});

test('hostile names and texts are compared quickly', () => {
  const size = rounds(200_000, 1_000_000);
  const long = 'a'.repeat(size);
  for (const text of [
    `/tmp/${long}-bbbbbb1`,
    `/tmp/${long}!`,
    'a-'.repeat(size / 2),
    '1'.repeat(size),
    `${'1.'.repeat(size / 2)}s`,
  ])
    expect(isSame(calling({ text }, text), calling({ text }, text))).toBe(true);
});
