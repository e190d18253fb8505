import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { epochMs } from '#core/units.ts';
import type { RecordingHeader } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { temporaryFolder, cleanUpAfterAll } from '../support/folders.ts';
import { acptap, importInto } from '../support/processes.ts';
import { fileText, header, recordingFile } from '../support/recording-file.ts';
import { DANGEROUS } from '../support/terminal.ts';

const says = (text: string) =>
  `< session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"${text}"}}}`;

const OLDER = `> 1 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Where is the caf\\u00e9?"}]}
  ${says('The token expired.')}
  < 1 ok {"stopReason":"end_turn"}
  < 1 ok {"stopReason":"end_turn","_meta":{"padding":"${'x'.repeat(300)}","note":"needle\\u001b[2J in a haystack"}}`;

const NEWER = `${Array.from({ length: 30 }, (_, index) => says(`token ${index}`)).join('\n')}
  ! token refused`;

const at = (time: string) => ({ startedAt: epochMs(Date.parse(time)) });

describe('acptap search', () => {
  const lastly = cleanUpAfterAll();
  let home = '';
  const search = (...words: readonly string[]) => acptap(home, 'search', ...words);

  beforeAll(async () => {
    home = temporaryFolder(lastly);
    const file = (transcript: string, more: Partial<RecordingHeader>) => {
      const path = join(temporaryFolder(lastly), 'file.acp.jsonl');
      writeFileSync(path, fileText(parseTranscript(transcript), header(more)));
      return path;
    };
    await importInto(home, file(NEWER, { id: 'newer', ...at('2026-11-21T12:00:00Z') }), lastly);
    await importInto(home, file(OLDER, { id: 'older', name: 'café', ...at('2026-11-20T12:00:00Z') }), lastly);
  });

  test('searches all recordings, the newest first, and explains how to see omitted matches', async () => {
    const { code, stdout } = await search('token');
    expect(code).toBe(0);
    const headings = stdout.split('\n').filter((line) => line.includes('match'));
    expect(headings).toEqual([
      expect.stringMatching(/^newer · .* · 31 entries match$/),
      expect.stringMatching(/^older · .* · café · 1 entry matches$/),
    ]);
    expect(stdout).toContain('… and 11 more: acptap show newer --filter token\n');
    expect(stdout.match(/ token \d+$/gm)).toHaveLength(20);
  });

  test.each([
    [['token', '--limit', '2'], 2],
    [['token', '--limit', '32'], 31 + 1],
    [['token', '--limit', '0'], 31 + 1],
    [['token', 'older'], 1],
    [['kind:stderr token'], 1],
    [['/TOKEN (expired|refused)/i'], 2],
    [['text:"café"'], 1],
    [['--', '-kind:notification -kind:stderr'], 3],
  ])('%j shows %i entries', async (words, count) => {
    const { stdout } = await search(...words);
    expect(stdout.match(/^ +#\d+ +[\d.]+ s /gm)).toHaveLength(count);
  });

  test('--limit applies to the matches of all recordings together, and the number of omitted ones is printed', async () => {
    const { stdout } = await search('token', '--limit', '2');
    expect(stdout).toContain('… and 29 more: acptap show newer --filter token\n');
    expect(stdout.endsWith('\n… and 1 in 1 more recording: acptap search token --limit 0\n')).toBe(true);
    expect((await search('token', '--limit', '31')).stdout).toContain('… and 1 in 1 more recording');
    expect((await search('token', '--limit', '2', '--json')).stdout.match(/\n/g)).toHaveLength(2);
  });

  test('shows where the words are when the line of the entry does not', async () => {
    const { stdout } = await search('needle');
    expect(stdout).toMatch(/^ {22}….*xx","note":"needle/m);
    expect(stdout).not.toMatch(DANGEROUS);
  });

  test('--json prints every match as a line of show --json behind its recording', async () => {
    const { stdout } = await search('token', '--json');
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(32);
    const [shown = ''] = (await acptap(home, 'show', 'newer', '--json')).stdout.split('\n');
    expect(lines[0]).toBe(`{"recording":"newer",${shown.slice(1)}`);
    expect(lines.map((line) => (JSON.parse(line) as { recording: string }).recording)).toEqual([
      ...Array<string>(31).fill('newer'),
      'older',
    ]);
  });

  test('reports that nothing matches, and exits with 1', async () => {
    expect(await search('nowhere')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'acptap: nothing matches nowhere in the 2 recordings that were searched\n',
    });
  });

  test('explains a mistake in a filter, with a mark below it', async () => {
    expect(await search('token metod:x')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'acptap: no field "metod" to filter by; did you mean method?\n  token metod:x\n        ^^^^^\n',
    });
    expect(await search('/a(?=b)/')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('look-ahead') as string,
    });
    expect(await search(' ')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('needs a query') as string,
    });
  });
});

describe('the same language', () => {
  test('filters show', async () => {
    const file = recordingFile(OLDER);
    const show = (filter: string) => acptap(temporaryFolder(), 'show', file, '--filter', filter, '--json');
    const seqs = async (filter: string) =>
      (await show(filter)).stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { seq: number }).seq);
    expect(await seqs('text:café or status:ok')).toEqual([0, 2, 3]);
    expect(await seqs('turn:1 -kind:response')).toEqual([0, 1]);
    expect(await show('dur:>1h')).toMatchObject({ code: 1, stdout: '' });
  });

  test('limits the findings and the exit code of check to matching entries', async () => {
    const file = recordingFile(OLDER);
    const check = (...more: readonly string[]) => acptap(temporaryFolder(), 'check', file, '--json', ...more);
    const rules = async (...more: readonly string[]) =>
      (JSON.parse((await check(...more)).stdout) as { findings: { rule: string }[] }).findings.map(({ rule }) => rule);
    expect(await rules()).toContain('jsonrpc/response-comes-once');
    expect(await rules('--filter', 'seq:3')).toEqual(['jsonrpc/response-comes-once']);
    expect(await check('--filter', 'seq:3')).toMatchObject({ code: 1 });
    expect(await rules('--filter', 'seq:2')).toEqual([]);
    expect(await check('--filter', 'seq:2')).toMatchObject({ code: 0 });
  });

  test('is explained by acptap help filter: every field is listed, and every example is valid', async () => {
    const { code, stdout } = await acptap(temporaryFolder(), 'help', 'filter');
    expect(code).toBe(0);
    for (const name of ['method', 'kind', 'turn', 'dur', 'size', 't', 'has', 'text'])
      expect(stdout).toMatch(new RegExp(`^ +${name}: `, 'm'));
  });
});
