import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { endOf, judgeRecording } from '#core/rules/engine/judge-recording.ts';
import { importToMemory } from '../../proxy/cli/recordings/find-recording.ts';
import { reportFormats, type ReportFormat } from '../../proxy/cli/render/reports.ts';
import { temporaryFolder } from '../support/folders.ts';
import { acptap } from '../support/processes.ts';
import { recordingFile } from '../support/recording-file.ts';
import { sarifViolations, type SarifLog } from '../support/sarif-schema.ts';
import { DANGEROUS } from '../support/terminal.ts';
import { parseXml } from '../support/xml.ts';

const CLEAN = `> 0 initialize {"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1"}}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[],"agentInfo":{"name":"agent","version":"2"}}
  > 1 session/new {"cwd":"/work","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  = exit {"code":0,"signal":null}`;

/** One error (a second response, which contradicts an earlier entry) and one note (no agentInfo). */
const BROKEN = CLEAN.replace(',"agentInfo":{"name":"agent","version":"2"}', '').replace(
  '= exit',
  '< 1 ok {"sessionId":"s"}\n= exit',
);

/** Text that CI services, XML and terminals could interpret. */
const TRICKS =
  '::error::owned %0A%25,a:b]]><&"\'\u0000\u001b[2J\u0085\u202e\ud800\ufffe\n::add-path::/evil\r##[error]x';

const HOSTILE = CLEAN.replace('= exit', () => {
  const trick = JSON.stringify(TRICKS);
  return [
    `< ${trick} ok {"sessionId":"s"}`,
    `< 7 session/request_permission {"sessionId":${trick},"toolCall":{"toolCallId":${trick}},"options":[]}`,
    `< session/update {"sessionId":"s","update":{"sessionUpdate":${trick}}}`,
    `< | ::error::stdout %0A ]]> \\x1b[2J <&"`,
    '= exit',
  ].join('\n');
});

const broken = (): string => recordingFile(BROKEN, { id: 'broken' });
const hostile = (): string => recordingFile(HOSTILE, { id: 'hostile', name: TRICKS });

/** Returns the report of these recordings. */
async function report(format: ReportFormat, ...files: readonly string[]): Promise<string> {
  const { add, end } = reportFormats[format](new Set(['error']));
  const printed: string[] = [];
  for (const ref of files) {
    const { store, no, summary } = await importToMemory(ref);
    const judgement = judgeRecording(store.read.entries(no), catalogue, endOf(summary));
    const row = (seq: number) => store.read.rows(no, seq, 1)[0];
    printed.push(add({ ...judgement, ref, summary, rules: catalogue, row }));
    store.close();
  }
  return [...printed, end([])].join('');
}

describe('as text', () => {
  test('a finding stands with the frame, the earlier one, the requirement, what peers do, and the source', async () => {
    const text = await report('text', broken());
    expect(text).toContain('broken: 1 error, 1 note\n');
    expect(text).toMatch(/\nerror {2}jsonrpc\/response-comes-once {2}\(fault of the agent\)\n {2}#4: /);
    expect(text).toMatch(/\n {4}where: {4}\/id\n {4}seen: /);
    expect(text).toMatch(/\n {2}\| +#3 .*< session\/new.*\n {2}\| +#4 .*< /);
    expect(text).toMatch(/\n {2}required: .+\n {2}peers: {4}.+\n {2}source: {3}https:/);
    expect(text).toMatch(/\nrules: \d+ kept, 2 broken, \d+ not exercised\n/);
    expect(text.indexOf('\nerror ')).toBeLessThan(text.indexOf('\nnote '));
  });

  test('findings of one rule with different grades stand apart, each with its own grade', async () => {
    const open = '< 5 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[]}';
    const text = await report(
      'text',
      recordingFile(CLEAN.replace('= exit', `> 2 session/prompt {"sessionId":"s","prompt":[]}\n${open}\n= exit`)),
    );
    const heads = [...text.matchAll(/^(\w+) {2}jsonrpc\/request-is-answered {2}\((.+)\)$/gm)];
    expect(heads.map(([, grade, side]) => [grade, side])).toEqual([
      ['error', 'fault of the agent'],
      ['note', 'fault of the client'],
    ]);
  });

  test('nothing of a recording acts on the terminal', async () => {
    expect(DANGEROUS.exec(await report('text', hostile()))).toBe(null);
  });
});

describe('as json', () => {
  test('one recording is an object, several are an array, with the members of product.md', async () => {
    const [first, second, ...more] = JSON.parse(await report('json', broken(), hostile())) as Record<string, unknown>[];
    expect(more).toEqual([]);
    expect(JSON.parse(await report('json', broken()))).toEqual(first);
    expect(first).toEqual({
      recording: 'broken',
      protocolVersion: 1,
      findings: [expect.any(Object), expect.any(Object)],
      rules: { kept: expect.any(Array), broken: expect.any(Array), notExercised: expect.any(Array) },
    });
    expect((first as { findings: unknown[] }).findings[1]).toEqual({
      rule: 'jsonrpc/response-comes-once',
      grade: 'error',
      side: 'agent',
      seq: 4,
      related: [2, 3],
      pointer: '/id',
      message: expect.any(String) as string,
      expected: expect.any(String) as string,
      seen: expect.any(String) as string,
      source: 'https://www.jsonrpc.org/specification#response_object',
    });
    expect(second).toMatchObject({ recording: 'hostile' });
  });

  test('every rule is kept, broken or not exercised, and only one of them', async () => {
    const { rules } = JSON.parse(await report('json', broken())) as { rules: Record<string, string[]> };
    expect(Object.values(rules).flat().toSorted()).toEqual(catalogue.map(({ id }) => id).toSorted());
  });
});

describe('as junit', () => {
  test('a recording is a suite, a rule a case: errors fail, unexercised rules are skipped', async () => {
    const root = parseXml(await report('junit', broken(), hostile()));
    const [suite, other] = root.children;
    expect([root.name, suite?.name, suite?.attributes['name']]).toEqual(['testsuites', 'testsuite', 'broken']);
    expect(suite?.attributes).toMatchObject({ tests: String(catalogue.length), failures: '1' });
    const withChild = (name: string) =>
      suite?.children.filter(({ children }) => children[0]?.name === name).map(({ attributes }) => attributes['name']);
    expect(withChild('failure')).toEqual(['jsonrpc/response-comes-once']);
    expect(withChild('system-out')).toEqual(['initialize/peers-introduce-themselves']);
    expect(withChild('skipped')).toHaveLength(Number(suite?.attributes['skipped']));
    expect(other?.attributes['name']).toBe(
      TRICKS.replaceAll(/[\u0000\u001b\ud800\ufffe]/gu, '\ufffd').replace('\u0085\u202e', String.raw`\u0085\u202e`), // oxlint-disable-line no-control-regex -- XML has no way to write them
    );
  });
});

describe('as sarif', () => {
  test.each([
    ['a clean recording', () => [recordingFile(CLEAN)]],
    ['a broken one', () => [broken()]],
    ['a hostile and a broken one', () => [hostile(), broken()]],
    ['a real one with its client’s mistakes', () => ['recordings/real/gemini-0.61.0/bad.acp.jsonl']],
  ] satisfies [string, () => string[]][])(
    '%s keeps to the schema, and names only rules that it describes',
    async (_what, files) => {
      const log = JSON.parse(await report('sarif', ...files())) as SarifLog;
      expect(sarifViolations(log)).toEqual([]);
      const [run] = log.runs;
      const ids = run?.tool.driver.rules.map(({ id }) => id) ?? [];
      expect(new Set(ids).size).toBe(ids.length);
      expect(run?.results.filter(({ ruleId }) => !ids.includes(ruleId))).toEqual([]);
    },
  );

  test('a finding has the line of its entry in the file, and the earlier one as a related place', async () => {
    const path = broken();
    const log = JSON.parse(await report('sarif', path)) as SarifLog;
    const found = log.runs[0]?.results.find(({ level }) => level === 'error');
    expect(found?.locations[0]?.physicalLocation.artifactLocation.uri).toBe(`file://${path}`);
    expect(
      readFileSync(path, 'utf8').split('\n')[(found?.locations[0]?.physicalLocation.region.startLine ?? 0) - 1],
    ).toMatch(/"from":"agent".*"sessionId":"s"/);
    expect(found?.relatedLocations).toHaveLength(2);
  });

  test('an earlier entry that a finding names twice is one related place', async () => {
    const { store, summary } = await importToMemory(broken());
    store.close();
    const finding = { rule: 'a/b', grade: 'error', side: 'agent', seq: 2, related: [1, 1], message: 'm' } as never;
    const { add, end } = reportFormats.sarif();
    add({ ref: '-', summary, rules: catalogue, findings: [finding], occasions: new Map(), row: () => undefined });
    expect(sarifViolations(JSON.parse(end([])))).toEqual([]);
  });

  test('the official schema, as it is asked here, refuses what SARIF refuses', async () => {
    const log = JSON.parse(await report('sarif', broken())) as SarifLog;
    expect(sarifViolations({ ...log, version: '2.0.0' })).not.toEqual([]);
    expect(sarifViolations({ ...log, runs: [{ ...log.runs[0], extra: 1 }] })).not.toEqual([]);
    const placed = (uri: string) => [{ physicalLocation: { artifactLocation: { uri } } }];
    const at = (uri: string) => [{ ...log.runs[0], results: [{ message: { text: 'm' }, locations: placed(uri) }] }];
    expect(sarifViolations({ ...log, runs: at('a b\\c') })).not.toEqual([]);
    expect(sarifViolations({ ...log, runs: at('a/b.jsonl') })).toEqual([]);
    const twice = log.runs[0]?.results.map((result) => ({ ...result, relatedLocations: [{}, {}] }));
    expect(sarifViolations({ ...log, runs: [{ ...log.runs[0], results: twice }] })).not.toEqual([]);
  });
});

describe('as github annotations', () => {
  test('a finding is one command, with the file and the line of its entry', async () => {
    const path = broken();
    const lines = (await report('github', path)).trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^::error file=.*,line=6,title=jsonrpc\/response-comes-once::broken #4: .*agent/);
    expect(lines[1]).toMatch(/^::notice file=.*,line=3,title=initialize\/peers-introduce-themselves::broken #1: /);
  });

  test('errors come first, then warnings, then notes; findings above GitHub’s limit are counted', async () => {
    const { store, summary } = await importToMemory(broken());
    store.close();
    const { add, end } = reportFormats.github();
    const findings = (grade: string, count: number) =>
      Array.from({ length: count }, (_, seq) => ({ rule: 'a/b', grade, side: 'agent', seq, message: 'm' }) as never);
    const checked = { summary, rules: catalogue, occasions: new Map(), row: () => undefined, ref: 'a.jsonl' };
    const printed =
      add({ ...checked, findings: [...findings('note', 3), ...findings('warning', 11)] }) +
      add({ ...checked, findings: findings('error', 12) }) +
      end(['known']);
    const lines = printed.trimEnd().split('\n');
    const kinds = lines.map((line) => /^::(\w+)/.exec(line)?.[1]);
    expect(kinds).toEqual([
      ...Array<string>(10).fill('error'),
      ...Array<string>(10).fill('warning'),
      ...Array<string>(3).fill('notice'),
      undefined,
    ]);
    expect(lines.at(-1)).toMatch(/^Left out: 3 errors, 1 warning\. /);
  });

  test('recorded text stays inside its command, and cannot begin another', async () => {
    const printed = await report('github', hostile());
    const lines = printed.trimEnd().split(/\r\n|\r|\n/);
    const { findings } = JSON.parse(await report('json', hostile())) as { findings: unknown[] };
    expect(lines).toHaveLength(findings.length);
    for (const line of lines)
      expect(line).toMatch(/^::(?:error|warning|notice) file=[^:,]*,line=\d+,title=[a-z0-9/-]+::/);
    expect(printed).toContain('%0A::add-path::/evil%0D##[error]x');
    expect(printed).toContain('::error::owned %250A%2525');
    expect(DANGEROUS.exec(printed)).toBe(null);
  });

  test('a file’s name with colons and commas stays in its property', async () => {
    const path = recordingFile(BROKEN);
    const { add, end } = reportFormats.github();
    const { store, summary } = await importToMemory(path);
    store.close();
    const finding = { rule: 'a/b', grade: 'error', side: 'agent', seq: 0, message: 'm' } as never;
    const checked = { summary, rules: catalogue, findings: [finding], occasions: new Map(), row: () => undefined };
    expect(add({ ...checked, ref: 'a:b,c%\n.jsonl' }) + end([])).toContain(
      '::error file=a%3Ab%2Cc%25%0A.jsonl,line=2,title=a/b::',
    );
  });
});

describe('acptap check', () => {
  test.each([
    [0, 'a clean recording', ['CLEAN']],
    [1, 'an error', ['BAD']],
    [1, 'an error in the second of two', ['CLEAN', 'BAD', '--format', 'sarif']],
    [0, 'an error that may be', ['BAD', '--fail-on', 'never']],
    [0, 'an error of a rule that is skipped', ['BAD', '--skip', 'jsonrpc/response-comes-once']],
    [0, 'an error of an area that is skipped', ['BAD', '--skip', 'jsonrpc', '--fail-on', 'warning']],
    [0, 'an error of another rule than the only one', ['BAD', '--only', 'framing']],
    [1, 'an error of the only rule', ['BAD', '--only', 'framing', '--only', 'jsonrpc/response-comes-once']],
    [1, 'an error for the field', ['BAD', '--preset', 'field']],
    [2, 'no rule that is left', ['BAD', '--only', 'framing', '--skip', 'framing']],
    [2, 'a rule that does not exist', ['BAD', '--only', 'jsonrpc/response-comes-twice']],
    [2, 'a format that does not exist', ['BAD', '--format', 'xml']],
    [2, 'a file that is not there', ['nothing.acp.jsonl']],
    [2, 'nothing to check', []],
  ] as const)('exits with %i for %s', async (code, _what, words) => {
    const files: Readonly<Record<string, string>> = { CLEAN: recordingFile(CLEAN), BAD: broken() };
    const answer = await acptap(temporaryFolder(), 'check', ...words.map((word) => files[word] ?? word));
    expect(answer.code).toBe(code);
    expect(answer.stderr).toMatch(code === 2 ? /^acptap: .+\n$/ : /^$/);
  });

  test('reports a cut file on stderr, because the lost part may have broken rules', async () => {
    const file = recordingFile(CLEAN);
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -20));
    const { code, stderr } = await acptap(temporaryFolder(), 'check', file);
    expect([code, stderr]).toEqual([
      0,
      `acptap: ${file} is not whole: what follows was lost: the file ends in the middle of line 6\n`,
    ]);
  });

  test('reads a recording from stdin, and names it in every format', async () => {
    for (const format of ['text', 'json', 'junit', 'sarif', 'github'] satisfies ReportFormat[]) {
      const stdin = { home: temporaryFolder(), input: readFileSync(broken()) };
      const { code, stdout } = await acptap(stdin, 'check', '-', '--format', format);
      expect([format, code, stdout.includes('broken')]).toEqual([format, 1, true]);
    }
  });

  test('makes unknown names errors with --preset strict, and leaves notes out with --preset field', async () => {
    const unknown = recordingFile(CLEAN.replace('"mcpServers":[]', '"mcpServers":[],"color":"red"'), { id: 'unknown' });
    const graded = async (preset: string) => {
      const { stdout } = await acptap(temporaryFolder(), 'check', unknown, '--json', '--preset', preset);
      const { findings } = JSON.parse(stdout) as { findings: { rule: string; grade: string }[] };
      return findings.map(({ rule, grade }) => `${grade} ${rule}`);
    };
    expect(await graded('strict')).toEqual(['error schema/members-are-known']);
    expect(await graded('field')).not.toContain('error schema/members-are-known');
    expect((await graded('field')).filter((found) => found.startsWith('note'))).toEqual([]);
  });
});
