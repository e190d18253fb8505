import { globSync } from 'node:fs';
import { assert, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCanonical } from '#core/canonical/canonical.ts';
import { compareAtOnce } from '#core/compare/compare.ts';
import { createSteps } from '#core/compare/steps.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { judgeRecording } from '#core/rules/engine/judge-recording.ts';
import type { Entry } from '#core/wire/entry.ts';
import { renderTranscript } from '#core/wire/transcript.ts';
import { loadRecordingFile } from '../../../proxy/replay/playbook/read-recording.ts';
import { stableText } from '../../../proxy/replay/playbook/stable-text.ts';
import { recordReplay } from '../../replay/record-replay.ts';
import { rounds, someOf } from '../../support/effort.ts';
import { generatedTranscripts } from '../../support/generated-transcript.ts';
import { canonicalFile, canonicalOf, fileOf, recorded, twoRuns, type Recorded } from './recorded-runs.ts';

const said = (transcript: string, cwd?: string) =>
  renderTranscript(canonicalOf(recorded(transcript, cwd)).entries).split('\n');

describe('the canonical form of any recording', () => {
  test('is the same for runs with other ids, folders and times', () => {
    assert(
      property(twoRuns(), ([one, other]) => {
        expect(canonicalFile(one)).toBe(canonicalFile(other));
      }),
      { numRuns: rounds(10, 300) },
    );
  });

  test('does not change when it is made canonical again', () => {
    assert(
      property(twoRuns(), ([one]) => {
        const canonical = canonicalOf(one);
        expect(canonicalFile(canonical)).toBe(fileOf(canonical));
      }),
      { numRuns: rounds(6, 200) },
    );
    assert(
      property(generatedTranscripts(), (transcript) => {
        const canonical = canonicalOf(recorded(transcript));
        expect(canonicalFile(canonical)).toBe(fileOf(canonical));
      }),
      { numRuns: rounds(6, 200) },
    );
  });

  test('keeps a response of another id type with its request, even if a response came before the request', () => {
    const canonical = canonicalOf(
      recorded(`
        @0 < 1 ok {"sessionId":"s"}
        @0 > 1 session/new {"cwd":"/w","mcpServers":[]}
        @0 < "1" ok {"sessionId":"s"}
        @0 < session/update {"sessionId":"s-2","update":{"sessionUpdate":"tool_call","toolCallId":"c"}}
      `),
    );
    expect(canonicalFile(canonical)).toBe(fileOf(canonical));
    expect(fileOf(canonical)).toContain('"id":"0","result":{"sessionId":"session-1"}');
  });

  test('breaks the same rules in the same frames', () => {
    // A response in a batch and a stray response of the other side can get the same id.
    const batch = (response: number, request: number) =>
      `@0 < | [{"jsonrpc":"2.0","id":${response},"result":{}}, {"jsonrpc":"2.0","id":${request},"method":"_ask"}]`;
    const run = recorded(`${batch(2, 3)}\n@0 > 1 ok {}\n${batch(0, 1)}\n@0 > 0 _a\n@0 > 2 _b`);
    const written = toCanonical(run.header, run.entries, { timing: true });
    expect(findingsOf(written.entries)).toEqual(findingsOf(run.entries));
    assert(
      property(twoRuns(), ([{ header, entries }]) => {
        const timed = toCanonical(header, entries, { timing: true });
        expect(findingsOf(timed.entries)).toEqual(findingsOf(entries));
      }),
      { numRuns: rounds(6, 200) },
    );
  });
});

const findingsOf = (entries: readonly Entry[]) => {
  const written = entries.filter(({ kind }) => kind !== 'stderr').map(({ seq }) => seq);
  const { findings } = judgeRecording(entries, catalogue, 'orderly');
  return findings.map(({ seq, rule, side, grade }) => [written.indexOf(seq), rule, side, grade]);
};

describe.each(someOf(globSync('recordings/real/*/*.acp.jsonl').toSorted(), 12))('%s', (file) => {
  test('has the same findings, comparison and replay in its canonical form', async () => {
    const { header, entries } = await loadRecordingFile(file);
    const canonical = toCanonical(header, entries);
    expect(canonicalFile(canonical)).toBe(fileOf(canonical));
    expect(findingsOf(canonical.entries)).toEqual(findingsOf(entries));
    expect(compareAtOnce(stepsOf('as recorded', { header, entries }), stepsOf('canonical', canonical))?.isSame).toBe(
      true,
    );
    const [own, replayed] = [recordReplay(entries), recordReplay(canonical.entries)];
    expect(stableText(replayed.entries)).toBe(stableText(canonical.entries));
    const played = (seqs: readonly number[], of: readonly Entry[]) => {
      const written = of.filter(({ kind }) => kind !== 'stderr').map(({ seq }) => Number(seq));
      return seqs.map((seq) => written.indexOf(seq));
    };
    // The journals differ as the recordings do: in ids, folders and numbers of entries.
    const { unused, journal, ...report } = replayed.report;
    const { unused: ownUnused, journal: ownJournal, ...ownReport } = own.report;
    expect(report).toEqual(ownReport);
    expect(journal?.map(({ method }) => method)).toEqual(ownJournal?.map(({ method }) => method));
    expect(played(unused, canonical.entries)).toEqual(played(ownUnused, entries));
  });
});

const stepsOf = (recording: string, { header, entries }: Recorded) => {
  const steps = createSteps(header);
  for (const entry of entries) steps.apply(entry);
  return { recording, part: { kind: 'all' } as const, steps: steps.steps() };
};

describe('ids', () => {
  test('request ids are counted by side, keep their type, and match in responses and cancellations', () => {
    expect(
      said(`
        > 41 session/list {}
        > "u-u-i-d" session/list {}
        < 41 terminal/create {"sessionId":"s","command":"ls"}
        > $/cancel_request {"requestId":"u-u-i-d"}
        < $/cancel_request {"requestId":41}
        < "u-u-i-d" ok {"sessions":[]}
        < 41 ok {"sessions":[]}`),
    ).toEqual([
      '> 0 session/list {}',
      '> "1" session/list {}',
      '< 0 terminal/create {"sessionId":"session-1","command":"ls"}',
      '> $/cancel_request {"requestId":"1"}',
      '< $/cancel_request {"requestId":0}',
      '< "1" ok {"sessions":[]}',
      '< 0 ok {"sessions":[]}',
    ]);
  });

  test('a response with an id of another type, or to no request, keeps that fault', () => {
    expect(said('> 41 session/list {}\n< "41" ok {}\n< "x" ok {}\n< 77 ok {}\n< null ok {}')).toEqual([
      '> 0 session/list {}',
      '< "0" ok {}',
      '< "unasked-1" ok {}',
      '< -1 ok {}',
      '< null ok {}',
    ]);
    const spelled = recorded('> 41 session/list {}\n< | {"jsonrpc":"2.0","id":41.0,"result":{}}');
    expect(canonicalFile(spelled)).toContain(String.raw`\"id\":0.0`);
  });

  test('ids in frames without a message stay, and so do the responses to them', () => {
    const lines = ['> | {"jsonrpc":"2.0","id":5,"method":7}', '< 5 error {"code":-32600,"message":"Invalid request"}'];
    expect(said(lines.join('\n'))).toEqual(lines);
  });

  test('ids beyond 2^53 become other ids beyond it, with every digit', () => {
    expect(
      said(
        '< 9223372036854775807 session/x {}\n< 9223372036854775805 session/x {}\n< 9007199254740994 session/x {}\n> 9223372036854775805 ok {}',
      ),
    ).toEqual([
      '< 9007199254740993 session/x {}',
      '< 9007199254740995 session/x {}',
      '< 9007199254740992 session/x {}',
      '> 9007199254740995 ok {}',
    ]);
  });

  test('ids are replaced in the places of the schema, and in free places if they are known', () => {
    const id = 'toolu_01AbCdEf';
    const tool = `"sessionUpdate":"tool_call","toolCallId":"${id}","title":"${id}"`;
    expect(
      said(`
        < session/update {"sessionId":"1","update":{${tool},"rawInput":{"count":"1","parent":"${id}","toolCallId":"other"},"_meta":{"toolCallId":"${id}"}}}
        < _note {"sessionId":"1","toolCallId":"${id}","about":"${id}"}`),
    ).toEqual([
      `< session/update {"sessionId":"session-1","update":{"sessionUpdate":"tool_call","toolCallId":"tool-call-1","title":"${id}","rawInput":{"count":"1","parent":"tool-call-1","toolCallId":"other"},"_meta":{"toolCallId":"tool-call-1"}}}`,
      `< _note {"sessionId":"session-1","toolCallId":"tool-call-1","about":"${id}"}`,
    ]);
  });

  test('ids of options, modes and models stay, because they are vocabulary', () => {
    const line =
      '< 0 session/request_permission {"sessionId":"session-1","toolCall":{"toolCallId":"tool-call-1"},"options":[{"optionId":"allow-7","name":"Allow","kind":"allow_once"}]}';
    expect(said(line)).toEqual([line]);
  });

  test("ids in a proxy's envelope are counted for the enveloped connection", () => {
    expect(
      said(`
        < 7 proxy/successor {"method":"session/new","params":{"cwd":"/work/app/sub","mcpServers":[]}}
        > 7 ok {"sessionId":"a"}
        > 3 proxy/successor {"method":"elicitation/create","params":{"requestId":7,"mode":"form","message":"m"}}`),
    ).toEqual([
      '< 0 proxy/successor {"method":"session/new","params":{"cwd":"/acptap/project","mcpServers":[]}}',
      '> 0 ok {"sessionId":"session-1"}',
      '> 0 proxy/successor {"method":"elicitation/create","params":{"requestId":0,"mode":"form","message":"m"}}',
    ]);
  });
});

test('frames without a message stay byte for byte', () => {
  const noise = ['< | {"sessionId":"abc-1", no json', '< | \\xff\\xfe', '> | 7', '< | ', '> | {"id":5}\\r'];
  expect(said(noise.join('\n'))).toEqual(noise);
});

test("leaves out stderr, process ids, and the recording's id and start, and counts times", () => {
  const file = canonicalFile(
    recorded('= spawn {"pid":7}\n@9000 > session/x {}\n! warm\n@9500 = exit {"code":0,"signal":null}'),
  );
  expect(file.split('\n')).toEqual([
    '{"acptap":1,"id":"canonical","startedAt":"1970-01-01T00:00:00.000Z","command":["my-agent"],"cwd":"/acptap/start","redacted":false}',
    '{"t":0,"event":"spawn"}',
    '{"t":1,"from":"client","json":{"jsonrpc":"2.0","method":"session/x","params":{}}}',
    '{"t":2,"event":"exit","code":0,"signal":null}',
    '',
  ]);
});

test('keeps the times with the option timing', () => {
  const { header, entries } = recorded('@5 > session/x {}\n@77 < session/y {}');
  expect(toCanonical(header, entries, { timing: true }).entries.map(({ elapsed }) => Number(elapsed))).toEqual([5, 77]);
});

describe('folders', () => {
  const opened = (cwd: string, ...more: string[]) =>
    said(`> 0 session/new {"cwd":${JSON.stringify(cwd)},"mcpServers":[]}\n${more.join('\n')}`, cwd).slice(1);
  const read = (path: string) => `< 0 fs/read_text_file {"sessionId":"session-1","path":${JSON.stringify(path)}}`;

  test.each([
    ['/tmp/acptap-test-Ab3dEf', '/tmp/acptap-test-Ab3dEf/a.ts', '/acptap/project/a.ts'],
    ['C:\\Users\\me\\app', 'c:\\users\\me\\app\\src\\a.ts', '/acptap/project/src/a.ts'],
    ['/work/app', '/work/application/a.ts', '/work/application/a.ts'],
    ['/work/app', '/tmp/agent-x7Yz09/out.txt', '/acptap/temp-1/out.txt'],
    ['/work/app', '/var/folders/ab/c0d/T/tmpab12cd_e/out', '/acptap/temp-1/out'],
    ['/work/app', '/tmp/build.log', '/tmp/build.log'],
    ['/work/app', '/tmp/my-folder/x', '/tmp/my-folder/x'],
  ])('of a session in %s: %s', (cwd, path, canonical) => {
    expect(opened(cwd, read(path))).toEqual([read(canonical)]);
  });

  test('a session folder under /tmp is not a temporary folder, even if it is named before the session opens', () => {
    const lines = (folder: string) =>
      `> _note {"in":"${folder}/a"}\n> 0 session/new {"cwd":"${folder}","mcpServers":[]}`;
    expect(said(lines('/tmp/test-Ab3dEf'))).toEqual(lines('/acptap/project').split('\n'));
  });

  test('are replaced in texts, URIs and member names', () => {
    const note = (folder: string) =>
      `< _note {"text":"In ${folder}/a.ts.","uri":"file://${folder}/a.ts","${folder}/a.ts":1}`;
    expect(opened('/work/app', note('/work/app'))).toEqual([note('/acptap/project')]);
  });

  test('are left out of the command, with the rest of the path', () => {
    const { header } = recorded('', '/work/app');
    const share = String.raw`\\host\tools\z.js`;
    const command = ['/usr/local/bin/node', '/work/app/agent.js', '/opt/x/y.js', share, '--acp'];
    expect(toCanonical({ ...header, command }, []).header.command).toEqual([
      'node',
      '/acptap/start/agent.js',
      'y.js',
      'z.js',
      '--acp',
    ]);
  });
});
