import { describe, expect, test } from 'vitest';
import { createStatsAndInfo } from '#core/info/stats-and-info.ts';
import { importToMemory } from '../../proxy/cli/recordings/find-recording.ts';
import { renderStats } from '../../proxy/cli/render/stats.ts';
import { acptap } from '../support/processes.ts';
import { temporaryFolder } from '../support/folders.ts';
import { recordingFile } from '../support/recording-file.ts';
import { DANGEROUS } from '../support/terminal.ts';

async function printed(file: string, columns?: number): Promise<string> {
  const { store, no, summary } = await importToMemory(file);
  const folded = createStatsAndInfo();
  for (const entry of store.read.entries(no)) folded.apply(entry);
  store.close();
  return renderStats(summary, folded.stats(), columns);
}

const ONE_TURN = `
  @0 > 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"2"}}
  @12400 < 0 ok {"protocolVersion":1,"agentInfo":{"name":"agent","version":"3"}}
  @20000 > 1 session/new {"cwd":"/w","mcpServers":[]}
  @20870 < 1 ok {"sessionId":"s"}
  @30000 > 2 session/prompt {"sessionId":"s","prompt":[]}
  @130000 < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"a"}}}
  @140000 < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"Edit","kind":"edit","status":"pending"}}
  @150000 < 0 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[]}
  @125150000 > 0 ok {"outcome":{"outcome":"selected","optionId":"y"}}
  @125160000 < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"t","status":"failed"}}
  @125170000 < session/update {"sessionId":"s","update":{"sessionUpdate":"usage_update","used":5000,"size":200000,"cost":{"amount":0.25,"currency":"USD"}}}
  @125180000 < 2 ok {"stopReason":"end_turn","usage":{"totalTokens":1280,"inputTokens":1200,"outputTokens":80}}
  @126500000 > 3 session/prompt {"sessionId":"s","prompt":[]}`;

describe('stats', () => {
  test('prints where the time of a recording went, and the entry behind each figure', async () => {
    const [, ...sections] = (await printed(recordingFile(ONE_TURN))).split('\n\n');
    expect(sections.slice(0, -1).join('\n\n')).toBe(
      [
        'TURNS',
        'TURN  PROMPT  TOOK      FIRST CHUNK  AGENT   CLIENT  PERSON    CHUNKS  TOOLS  TOKENS                   ENDED',
        '1     #4      2 m 05 s  100 ms       150 ms  -       2 m 05 s  1       1      1,280: 1,200 in, 80 out  end_turn',
        '2     #12     open      -            -       -       -         0       0      -                        -',
        '',
        'METHODS',
        'METHOD                      FROM    ANSWERED  P50  P95  MAX       SLOWEST  ERRORS  OPEN',
        'session/prompt              client  1         -    -    2 m 05 s  #4       -       1',
        'session/request_permission  agent   1         -    -    2 m 05 s  #7       -       -',
        'initialize                  client  1         -    -    12 ms     #0       -       -',
        'session/new                 client  1         -    -    870 µs    #2       -       -',
        '',
        'TOOL CALLS',
        'KIND  ENDED  P50  P95  MAX       SLOWEST  AGENT  CLIENT  PERSON    FAILED  OPEN',
        'edit  1      -    -    2 m 05 s  #6       20 ms  -       2 m 05 s  1       -',
        '',
        'USAGE',
        'SESSION  LAST TURN                ALL TURNS                CONTEXT                 COST        LAST REPORT',
        's        1,280: 1,200 in, 80 out  1,280: 1,200 in, 80 out  5,000 of 200,000 (3 %)  0.2500 USD  #11',
        '',
        'SILENCE  2 m 06 s of 2 m 07 s',
        'LONGEST   BETWEEN      WAITING FOR',
        '2 m 05 s  #7 and #8    the client (a person) to answer session/request_permission (#7)',
        '1.32 s    #11 and #12  nobody: no request was open',
      ].join('\n'),
    );
  });

  test('has a column for acptap where it kept frames', async () => {
    const text = await printed('recordings/interventions/edit.acp.jsonl');
    expect(text).toMatch(/^TURN .* AGENT +CLIENT +PERSON +ACPTAP +CHUNKS/m);
    expect(text).toMatch(/^1 +#6 +4\.83 s +4\.80 s +153 ms +29 ms +- +4\.65 s /m);
    expect(text).toMatch(/^edit .* 26 ms +29 ms +- +4\.59 s /m);
    expect(text).toContain('  acptap to deliver fs/write_text_file (#9), for 4.59 s\n');
  });

  test('shows how long an unfinished turn has lasted, and whose time that was', async () => {
    const open = recordingFile(`${ONE_TURN}
      @129600000 < session/update {"sessionId":"s","update":{"sessionUpdate":"plan","entries":[]}}`);
    expect(await printed(open)).toMatch(/\n2 {5}#12 {5}open for 3\.10 s +- +3\.10 s +- +- /);
  });

  test('says that nothing was reported where tokens and cost would stand', async () => {
    const text = await printed('recordings/examples/demo.acp.jsonl');
    expect(text).toContain('\nUSAGE\nThe agent reported neither tokens nor cost.\n');
  });

  test('says how the tokens of turns and sessions were read', async () => {
    const section = async (name: string) =>
      /\n(USAGE[^]*?)\n\n/.exec(await printed(`recordings/real/${name}/multi.acp.jsonl`))?.[1]?.split('\n');
    expect(await section('claude-0.100.0')).toEqual([
      expect.stringMatching(
        /^USAGE {2}Each report counts one turn: the count at #\d+ is less than the previous one\.$/,
      ),
      expect.stringMatching(/^SESSION +LAST TURN +ALL TURNS +CONTEXT /),
      expect.stringMatching(/ 1,280: 1,200 in, 80 out {2}10,240: 9,600 in, 640 out /),
    ]);
    expect(await section('gemini-0.61.0')).toEqual([
      'USAGE  Each report counts one turn, as _meta.quota does.',
      expect.anything(),
      expect.stringMatching(/ 1,280: 1,200 in, 80 out {2}12,800: 12,000 in, 800 out /),
    ]);
  });

  test('leaves out empty sections, and is cut to the terminal', async () => {
    const text = await printed(recordingFile('> 1 _extension/with-a-name-that-is-long {}'), 40);
    expect(text.match(/^[A-Z]+$/gm)).toEqual(['METHODS', 'TRAFFIC']);
    const [header = '', ...tables] = text.split('\n\n');
    expect(header).toContain('recorded');
    expect(
      Math.max(
        ...tables
          .join('\n')
          .split('\n')
          .map((line) => line.length),
      ),
    ).toBe(40);
  });

  test('shows a time in three digits and a unit, however long it took', async () => {
    const file = (us: number) => recordingFile(`@0 > 1 _a {}\n@${us} < 1 ok {}`);
    for (const [us, shown] of [
      [999, '999 µs'],
      [999_499, '999 ms'],
      [999_500, '1.00 s'],
      [59_999_999, '1 m 00 s'],
      [3_599_000_000, '59 m 59 s'],
    ] as const)
      expect(await printed(file(us))).toContain(`1         -    -    ${shown}  `);
  });

  test('escapes control characters in names', async () => {
    const name = JSON.stringify('\u{1b}[2J\u{202e}x\r');
    const text = await printed(
      recordingFile(`
        > 1 session/new {"cwd":"/w","mcpServers":[]}
        < 1 ok {"sessionId":${name}}
        < session/update {"sessionId":${name},"update":{"sessionUpdate":"usage_update","used":1,"size":2,"cost":{"amount":1,"currency":${name}}}}
        < session/update {"sessionId":${name},"update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"x","kind":${name}}}`),
    );
    expect(text).not.toMatch(DANGEROUS);
    expect(text).toContain('\\x1b[2J');
  });

  test('as JSON is one object in microseconds, with the id of the recording', async () => {
    const { stdout } = await acptap(temporaryFolder(), 'stats', recordingFile(ONE_TURN), '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      recording: 'recorded',
      turnCount: 2,
      duration: 126_500_000,
      turns: [
        { number: 1, share: { human: 125_000_000 } },
        { number: 2, duration: null },
      ],
    });
  });
});

test('stats --format csv is one table of turns, methods, tools and silences, safe for a spreadsheet', async () => {
  const file = recordingFile(`
    > 0 initialize {"protocolVersion":1,"clientCapabilities":{}}
    < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[]}
    > 1 =cmd,"x" {}
    < 1 error {"code":-32601,"message":"Method not found"}`);
  const { code, stdout } = await acptap(temporaryFolder(), 'stats', file, '--format', 'csv');
  const [head = '', ...lines] = stdout.trimEnd().split('\r\n');
  expect(code).toBe(0);
  expect(head.split(',').slice(0, 5)).toEqual(['recording', 'table', 'name', 'from', 'seq']);
  expect(lines.filter((line) => line.includes(',method,initialize,client,'))).toHaveLength(1);
  expect(stdout).toContain(`,method,"'=cmd,""x""",client,`);
});
