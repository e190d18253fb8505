import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { temporaryFolder } from '../support/folders.ts';
import { acptap, answerOf, CLI, start, type Answer } from '../support/processes.ts';
import { fileText, header, temporaryFile } from '../support/recording-file.ts';
import { sarifViolations, type SarifLog } from '../support/sarif-schema.ts';
import { parseXml } from '../support/xml.ts';

const HANDSHAKE = `> 0 initialize {"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1"}}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[],"agentInfo":{"name":"agent","version":"2"}}`;
const TWICE = '< 0 ok {"protocolVersion":1,"agentInfo":{"name":"agent","version":"2"}}';
const GARBAGE = '< | loading';
const EXIT = '= exit {"code":0,"signal":null}';

let folder = '';
beforeEach(() => void (folder = temporaryFolder()));

/** Records into a file of this name, which may be there already. */
function record(name: string, transcript: string, id: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, fileText(parseTranscript(transcript), header({ id })));
  return path;
}

const recorded = (...lines: readonly string[]) => recordedAs('mine.acp.jsonl', 'mine', ...lines);

const recordedAs = (name: string, id: string, ...lines: readonly string[]) =>
  record(name, [HANDSHAKE, ...lines, EXIT].join('\n'), id);

const check = (...words: readonly string[]): Promise<Answer> => acptap(temporaryFolder(), 'check', ...words);

/** A baseline with the findings of these files. */
async function baselineOf(...files: readonly string[]): Promise<string> {
  const { stdout } = await check(...files, '--format', 'json');
  return temporaryFile(stdout, 'baseline.json');
}

describe('a baseline', () => {
  test('accepts its own findings, and no others', async () => {
    const before = recorded(TWICE);
    const baseline = await baselineOf(before);
    expect((await check(before)).code).toBe(1);
    expect(await check(before, '--baseline', baseline)).toMatchObject({ code: 0, stderr: '' });

    const { code, stdout } = await check(recorded(TWICE, GARBAGE), '--baseline', baseline, '--json');
    const { findings } = JSON.parse(stdout) as { findings: { rule: string }[] };
    expect(code).toBe(1);
    expect(findings.map(({ rule }) => rule)).toEqual(['framing/line-is-json']);
  });

  test('recognises a finding at another entry of the same recording', async () => {
    const baseline = await baselineOf(recorded(TWICE));
    const later = recorded('! a line of stderr', '! another', TWICE);
    expect(await check(later, '--baseline', baseline)).toMatchObject({ code: 0, stderr: '' });
  });

  test('recognises the findings of a conversation that was recorded again, with other ids of recording, session and requests', async () => {
    const recording = (id: string, session: string, first: number) =>
      record(
        'mine.acp.jsonl',
        `${HANDSHAKE}
        > ${first} session/new {"cwd":"/work","mcpServers":[]}
        < ${first} ok {"sessionId":"${session}"}
        > ${first + 1} session/prompt {"sessionId":"${session}","prompt":[{"type":"text","text":"go"}]}
        < ${first + 7} ok {}
        > ${first + 2} session/set_mode {"sessionId":"${session}","modeId":"none"}
        < session/update {"sessionId":"x${session}","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hi"}}}
        ${EXIT}`,
        id,
      );
    const baseline = await baselineOf(recording('before', '0f3a9c', 1));
    const { stdout } = await check(recording('before', '0f3a9c', 1), '--json');
    expect((JSON.parse(stdout) as { findings: unknown[] }).findings.length).toBeGreaterThan(2);
    expect(stdout).toContain('0f3a9c');
    const again = await check(
      recording('after', '77b1e4', 12),
      '--baseline',
      baseline,
      '--json',
      '--fail-on',
      'warning',
    );
    expect([again.code, again.stderr, (JSON.parse(again.stdout) as { findings: unknown[] }).findings]).toEqual([
      0,
      '',
      [],
    ]);
  });

  test('distinguishes canonical fixtures with one id by their files', async () => {
    const one = recordedAs('a/turn.acp.jsonl', 'canonical', TWICE, GARBAGE);
    const other = recordedAs('b/turn.acp.jsonl', 'canonical', GARBAGE);
    const baseline = await baselineOf(one, other);
    for (const files of [[one], [other], [one, other], [other, one]])
      expect(await check(...files, '--baseline', baseline)).toMatchObject({ code: 0, stderr: '' });
    recordedAs('b/turn.acp.jsonl', 'canonical', TWICE);
    const { code, stdout, stderr } = await check(one, other, '--baseline', baseline, '--json');
    const reports = JSON.parse(stdout) as { file: string; findings: { rule: string }[] }[];
    expect(reports.map(({ file, findings }) => [file, findings.map(({ rule }) => rule)])).toEqual([
      [one, []],
      [other, ['jsonrpc/response-comes-once']],
    ]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^acptap: a finding of the baseline no longer occurs, .*\/b\/turn\.acp\.jsonl · framing\/line-is-json · .*\n$/,
    );
  });

  test('names one of several recordings whose finding is gone, though it has a new id', async () => {
    const other = recordedAs('other.acp.jsonl', 'other', GARBAGE);
    const baseline = await baselineOf(recorded(TWICE), other);
    const { code, stderr } = await check(recordedAs('mine.acp.jsonl', 'new'), '--baseline', baseline);
    expect([code, stderr.includes('/mine.acp.jsonl · jsonrpc/response-comes-once')]).toEqual([1, true]);
  });

  test('recognises a file from another folder, and names one that was renamed', async () => {
    const file = recordedAs('tests/fixtures/turn.acp.jsonl', 'canonical', TWICE);
    const baseline = await baselineOf(file);
    const home = temporaryFolder();
    const below = { cwd: join(folder, 'tests'), home };
    const from = start([process.execPath, CLI, 'check', 'fixtures/turn.acp.jsonl', '--baseline', baseline], below);
    expect(await answerOf(from)).toMatchObject({ code: 0, stderr: '' });
    const renamed = join(folder, 'renamed.acp.jsonl');
    renameSync(file, renamed);
    expect(await check(renamed, '--baseline', baseline)).toMatchObject({
      code: 0,
      stderr: `acptap: ${renamed} is not in the baseline; its findings are there for ${file}: if it was renamed, write the baseline anew\n`,
    });
  });

  test.each([0, 1])('tells files apart when one path ends with the other: %i', async (first) => {
    const files = [recordedAs('in/a.acp.jsonl', 'mine', TWICE), recordedAs('a.acp.jsonl', 'mine', TWICE)];
    const order = [files[first]!, files[1 - first]!];
    const { stdout } = await check(...order, '--json', '--baseline', await baselineOf(files[0]!));
    const reports = JSON.parse(stdout) as { file: string; known: number }[];
    expect(reports.map(({ file, known }) => known > 0 === (file === files[0]))).toEqual([true, true]);
  });

  test('of an older release has no files: its recordings are recognised by their ids', async () => {
    const { stdout } = await check(recorded(TWICE), '--json');
    const { file: _, ...old } = JSON.parse(stdout) as { file: string };
    const baseline = temporaryFile(JSON.stringify(old));
    const moved = recordedAs('elsewhere.acp.jsonl', 'mine', TWICE);
    expect(await check(moved, '--baseline', baseline)).toMatchObject({ code: 0, stderr: '' });
    const { code, stderr } = await check(recorded(), '--baseline', baseline);
    expect([code, stderr.includes('mine · jsonrpc/response-comes-once')]).toEqual([1, true]);
  });

  test('names a finding that is gone from a conversation that was recorded again', async () => {
    const baseline = await baselineOf(recorded(TWICE, GARBAGE));
    const { code, stderr } = await check(recordedAs('mine.acp.jsonl', 'again', TWICE), '--baseline', baseline);
    expect([code, stderr.includes('framing/line-is-json')]).toEqual([1, true]);
  });

  test('accepts a finding as often as it lists it', async () => {
    const baseline = await baselineOf(recorded(TWICE));
    const { code, stdout } = await check(recorded(TWICE, TWICE), '--baseline', baseline, '--json');
    expect([code, (JSON.parse(stdout) as { findings: unknown[] }).findings.length]).toEqual([1, 1]);
  });

  test('with a finding that is gone fails and names it, because it would hide its return', async () => {
    const baseline = await baselineOf(recorded(TWICE, GARBAGE));
    const { code, stderr } = await check(recorded(TWICE), '--baseline', baseline);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^acptap: a finding of the baseline no longer occurs, remove it there or write the baseline anew: \S*\/mine\.acp\.jsonl · framing\/line-is-json · agent · .*\n$/,
    );
  });

  test('with a finding of a rule that no longer exists fails and names it', async () => {
    const finding = { rule: 'framing/was-renamed', side: 'agent', pointer: null, message: 'old' };
    const baseline = temporaryFile(JSON.stringify({ recording: 'mine', findings: [finding] }));
    const { code, stderr } = await check(recorded(), '--baseline', baseline, '--only', 'framing');
    expect([code, stderr.includes('framing/was-renamed')]).toEqual([1, true]);
  });

  test('ignores rules and recordings that were not checked', async () => {
    const other = recordedAs('other.acp.jsonl', 'other', GARBAGE);
    const mine = recorded(TWICE, GARBAGE);
    const baseline = await baselineOf(mine, other);
    expect(await check(mine, '--baseline', baseline)).toMatchObject({ code: 0, stderr: '' });
    expect(await check(other, '--baseline', baseline)).toMatchObject({ code: 0, stderr: '' });
    expect(await check(mine, '--baseline', baseline, '--only', 'framing')).toMatchObject({ code: 0, stderr: '' });
    expect(await check(mine, other, '--baseline', baseline)).toMatchObject({ code: 0, stderr: '' });
  });

  test('may be an object, an array, or one object a line', async () => {
    const other = recordedAs('other.acp.jsonl', 'other', GARBAGE);
    const mine = recorded(TWICE);
    const { stdout } = await check(mine, other, '--format', 'json');
    const reports = JSON.parse(stdout) as unknown[];
    const [report] = reports;
    for (const [content, files] of [
      [stdout, [mine, other]],
      [reports.map((each) => `${JSON.stringify(each)}\n`).join('\n'), [mine, other]],
      [JSON.stringify(report), [mine]],
      [JSON.stringify(report, undefined, 2), [mine]],
      ['[]', [recordedAs('clean.acp.jsonl', 'clean')]],
    ] as const)
      expect(await check(...files, '--baseline', temporaryFile(content))).toMatchObject({ code: 0, stderr: '' });
  });

  test('may have blank lines and a byte order mark', async () => {
    const { stdout } = await check(recorded(TWICE), '--format', 'json');
    const baseline = temporaryFile(`\ufeff\n${stdout}\n\n`);
    expect((await check(recorded(TWICE), '--baseline', baseline)).code).toBe(0);
  });

  test.each([
    ['nothing', '', 'the baseline PATH is empty, so it accepts no finding. Write one with: acptap check'],
    ['blank lines', '\ufeff\n\n', 'the baseline PATH is empty'],
    ['text', 'no findings\n', 'the baseline PATH is not JSON, see line 1: no findings'],
    ['an array of something else', '[1]\n', 'PATH is JSON, but no report of acptap check: 1'],
    ['null', 'null\n', 'PATH is JSON, but no report of acptap check: null'],
    ['a report without findings', '{"recording":"mine"}\n', 'no report of acptap check: {"recording":"mine"}'],
    ['a recording', '{"acptap":1,"id":"a"}\n{"t":1}\n', 'PATH is a recording, a baseline is a report about one'],
    ['a SARIF report', '{"runs":[]}\n', 'PATH is a SARIF report, a baseline is --format json'],
    [
      'findings of a wrong type',
      '{"recording":"mine","findings":[1]}\n',
      'finding 1 in the baseline PATH lacks rule, side',
    ],
    [
      'a finding without a message',
      '{"recording":"mine","findings":[{"rule":"a/b","side":"agent","message":"m"},{"rule":"a/b","side":"agent"}]}\n',
      'finding 2 in the baseline PATH lacks rule, side or message: {"rule":"a/b","side":"agent"}',
    ],
    [
      'a good line and a cut one',
      '{"recording":"mine","findings":[]}\n{"recording":',
      'the baseline PATH is not JSON, see line 2: {"recording":',
    ],
  ])('that is %s is refused with its path, the reason and what to do', async (_what, content, why) => {
    const path = join(temporaryFolder(onTestFinished), 'known.json');
    writeFileSync(path, content);
    const { code, stdout, stderr } = await check(recorded(), '--baseline', path);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(why.replace('PATH', path));
    expect(stderr).toMatch(/^acptap: .*\. Write one with: acptap check REF --format json > baseline\.json\n$/);
  });

  test('that is missing is refused with its path and advice', async () => {
    const { code, stderr } = await check(recorded(), '--baseline', '/nowhere/known.json');
    expect([code, stderr]).toEqual([
      2,
      'acptap: there is no baseline /nowhere/known.json. Write one with: acptap check REF --format json > /nowhere/known.json\n',
    ]);
  });
});

describe('a report with a baseline', () => {
  const report = async (format: string) => {
    const known = recorded(TWICE);
    const { stdout } = await check(known, '--baseline', await baselineOf(known), '--format', format);
    return stdout;
  };
  const stale = async (format: string) => {
    const baseline = await baselineOf(recorded(TWICE, GARBAGE));
    return (await check(recorded(TWICE), '--baseline', baseline, '--format', format)).stdout;
  };
  const GONE = 'a finding of the baseline no longer occurs, remove it there or write the baseline anew: ';
  const RULE = '/mine.acp.jsonl · framing/line-is-json · agent · ';

  test('says how many findings are known, and counts their rules as broken', async () => {
    const text = await report('text');
    expect(text).toMatch(/^\S+mine\.acp\.jsonl: no findings, and 1 known\n/);
    expect(text).toMatch(/\nrules: \d+ kept, 1 broken, \d+ not exercised\n/);
    const { findings, known, rules } = JSON.parse(await report('json')) as Record<string, unknown>;
    expect([findings, known]).toEqual([[], 1]);
    expect(rules).toMatchObject({ broken: ['jsonrpc/response-comes-once'] });
  });

  test('passes no rule that is broken: as junit it is skipped as known', async () => {
    const [suite] = parseXml(await report('junit')).children;
    const rule = suite?.children.find(({ attributes }) => attributes['name'] === 'jsonrpc/response-comes-once');
    expect(rule?.children.map(({ name, attributes }) => [name, attributes['message']])).toEqual([
      ['skipped', '1 known'],
    ]);
    const skipped = suite?.children.filter(({ children }) => children[0]?.name === 'skipped');
    expect(skipped).toHaveLength(Number(suite?.attributes['skipped']));
  });

  test('names findings that are gone in a suite, an annotation and a notification, for CI services', async () => {
    const { children } = parseXml(await stale('junit'));
    expect(children.map(({ attributes }) => [attributes['name'], attributes['failures']])).toEqual([
      [join(folder, 'mine.acp.jsonl'), '0'],
      ['baseline', '1'],
    ]);
    expect(children[1]?.children[0]?.children[0]?.attributes['message']).toContain(RULE);
    expect(await stale('github')).toContain(`::error title=baseline::${GONE}`);
    const log = JSON.parse(await stale('sarif')) as SarifLog;
    expect(sarifViolations(log)).toEqual([]);
    expect(JSON.stringify(log)).toContain(GONE);
  });
});
