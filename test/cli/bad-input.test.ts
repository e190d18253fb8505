import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { rounds, someOf } from '../support/effort.ts';
import { temporaryFolder, cleanUpAfterAll } from '../support/folders.ts';
import { runInProcess } from '../support/in-process.ts';
import { acptap, CLI } from '../support/processes.ts';

const DEMO = 'recordings/examples/demo.acp.jsonl';
const DEEP = 10_000;
const deep = `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;

const folder = temporaryFolder(cleanUpAfterAll());
const header = (more = '') =>
  `{"acptap":1,"id":"r","startedAt":"2026-11-21T03:00:00.123Z","command":["a"],"cwd":"/"${more}}\n`;
const frame = '{"t":1,"from":"client","json":{"jsonrpc":"2.0","id":1,"method":"_x"}}\n';

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const demo = readFileSync(DEMO, 'utf8');
mkdirSync(join(folder, 'folder'));
symlinkSync(join(folder, 'loop'), join(folder, 'loop'));

/** Wrong arguments, and the expected message. */
const inputs: readonly (readonly [string, string, RegExp])[] = [
  [
    'deep JSON in a header',
    file('header.jsonl', header(`,"x":${deep}`) + frame),
    /nested deeper than 1000 levels: remove/,
  ],
  ['deep JSON in a known member', file('known.jsonl', header(`,"startedAt":${deep}`) + frame), /nested deeper/],
  [
    'deep JSON in an entry',
    file('entry.jsonl', `${header()}{"t":1,"from":"agent","text":"x","more":${deep}}\n`),
    /line 2 .*nested deeper/,
  ],
  [
    'deep JSON in a time',
    file('time.jsonl', `${header()}{"t":${deep},"from":"agent","text":"x"}\n`),
    /has no time "t"/,
  ],
  [
    'deep JSON in an event',
    file('event.jsonl', `${header()}{"t":1,"event":"exit","more":${deep}}\n`),
    /line 2 .*nested deeper/,
  ],
  ['a byte order mark', file('bom.jsonl', `\ufeff${demo}`), /byte order mark: save the file as UTF-8 without one/],
  ['UTF-16', file('utf16.jsonl', Buffer.from(`\ufeff${demo}`, 'utf16le')), /is UTF-16: convert it to UTF-8/],
  ['UTF-16 without a mark', file('utf16le.jsonl', Buffer.from(demo, 'utf16le')), /is UTF-16: convert it to UTF-8/],
  [
    'a text',
    file('text.jsonl', '# Title\n'),
    /line 1 is no JSON object: "# Title": acptap reads .*, which acptap export/,
  ],
  ['another JSON file', file('package.json', '{\n  "name": "x"\n}\n'), /line 1 is no JSON object: "\{": acptap reads/],
  ['a blank line', file('blank.jsonl', '\n\n'), /line 1 is empty: acptap reads/],
  ['frames', file('frames.jsonl', '{"jsonrpc":"2.0","method":"a"}\n'), /a JSON-RPC message, .*with --from logs/],
  ['an image', file('image.png', Buffer.from('89504e470d0a1a0a', 'hex')), /line 1 is a PNG image: acptap/],
  ['a cut header', file('cut.jsonl', '{"acptap":1,"id":"x'), /line 1 of the recording is not JSON: Unterminated/],
  [
    'a program',
    file('program.jsonl', Buffer.from('7f454c46020101', 'hex')),
    /line 1 is no JSON object: "\\x7fELF.*: acptap reads/,
  ],
  ['an empty file', file('empty.jsonl', ''), /is empty: acptap export/],
  ['a path in a circle', join(folder, 'loop'), /lead in a circle: remove one of them/],
  ['a path that is too long', 'a'.repeat(5000), /too long: give a shorter one|beginning|begins/],
];

/** Every command that takes a recording. */
const commands: readonly (readonly [string, ...string[]])[] = [
  ['show', 'REF'],
  ['show', 'REF', '--json'],
  ['search', 'x', 'REF'],
  ['stats', 'REF'],
  ['files', 'REF'],
  ['check', 'REF'],
  ['diff', 'REF', DEMO],
  ['diff', DEMO, 'REF'],
  ['export', 'REF'],
  ['replay', 'REF'],
  ['drive', 'REF', '--', 'cat'],
  ['import', 'REF'],
  ['inspect', '--no-open', 'REF'],
];

test.each(inputs.map((input, index) => [...input, index] as const))(
  '%s gets a message with a next step from every command, and exit code 2',
  async (_what, path, message, index) => {
    const home = temporaryFolder();
    // In the gate each input meets a third of the commands: the next input another third.
    for (const words of someOf(commands.slice(rounds(index % 3, 0)), 3)) {
      const named = words.map((word) => (word === 'REF' ? path : word));
      const { code, stderr } = await runInProcess([process.execPath, CLI, ...named], { home });
      expect([words.join(' '), code, stderr]).toEqual([words.join(' '), 2, expect.stringMatching(message)]);
      expect(stderr).not.toMatch(/^ {4}at /m);
    }
  },
);

test.each([
  [['import', folder], /is a folder: name a file in it/],
  [['import', join(folder, 'missing.jsonl')], /no such file: check the path/],
  [['import', join(folder, 'text.jsonl', 'x.jsonl')], /is a file, not a folder: check the path/],
  [['export', DEMO, '-o', join(folder, 'loop', 'x')], /cannot write .*lead in a circle: remove one of them/],
  [['export', DEMO, '-o', join(folder, 'text.jsonl', 'x')], /cannot write .*is a file, not a folder: check the path/],
  [['export', DEMO, '-o', join(folder, 'a'.repeat(300))], /cannot write .*the path is too long: give a shorter one/],
  [['check', DEMO, '--baseline', folder], /cannot read the baseline/],
  [['redact', '--scan', join(folder, 'missing')], /there is no file .*missing: check the path, or /],
  [['drive', DEMO, '--', join(folder, 'missing')], /not found; is it installed/],
] as const)('%j ends with 2 and says why', async (words, message) => {
  const { code, stderr } = await acptap(temporaryFolder(), ...words);
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
});

test('inspect ends with 2 when its port is taken', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const address = taken.address();
  const port = String(typeof address === 'object' ? address?.port : 0);
  for (const refs of [[], [DEMO]]) {
    const { code, stderr } = await runInProcess(
      [process.execPath, CLI, 'inspect', '--no-open', '--port', port, ...refs],
      { home: temporaryFolder() },
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining('the port is taken; choose another with --port')]);
  }
});

test('show --json writes controls and marks that turn the writing direction as escapes', async () => {
  const text = 'a\u202eb\u0085c\u2028d\u200be\ufefff\u007fg';
  const path = file(
    'bidi.jsonl',
    `${header()}${JSON.stringify({ t: 1, from: 'agent', json: { jsonrpc: '2.0', method: text } })}\n`,
  );
  const { stdout } = await acptap(temporaryFolder(), 'show', path, '--json');
  expect(stdout).toContain(String.raw`a\u202eb\u0085c\u2028d\u200be\ufefff\u007fg`);
  expect(stdout).not.toMatch(/[\u007f-\u009f\u200b-\u200f\u2028-\u202e\ufeff]/);
  expect(JSON.parse(stdout)).toMatchObject({ method: text, json: { method: text } });
});
