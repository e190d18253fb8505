import { appendFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { importToMemory } from '../../proxy/cli/recordings/find-recording.ts';
import { renderReport } from '../../proxy/cli/render/report-text.ts';
import { renderHeader } from '../../proxy/cli/render/show.ts';
import { temporaryFolder } from '../support/folders.ts';
import { acptap } from '../support/processes.ts';
import { recordingFile } from '../support/recording-file.ts';

const RECORDED = `> 0 initialize {"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1"}}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[]}
  = exit {"code":0,"signal":null}`;

test('the header of a live recording names the awaited answer, its side and the time so far', async () => {
  const { store, summary } = await importToMemory(recordingFile(RECORDED));
  store.close();
  const waiting = [
    { side: 'client', method: 'session/prompt', id: '3', seq: 6, t: 111_000, session: 's', heard: null },
    { side: 'agent', method: 'session/request_permission', id: '100', seq: 9, t: 112_000, session: 's', heard: null },
  ] as const;
  const header = renderHeader({ ...summary, state: 'live', waiting }, Date.parse(summary.startedAt) + 12_112);
  expect(header.trimEnd().split('\n').slice(3)).toEqual([
    'waiting for the client (a person) to answer session/request_permission (#9) for 12.0 s; the client (a person) was silent since then; session/prompt (#6) waits for that, 12.0 s so far',
  ]);
  expect(renderHeader(summary)).not.toContain('waiting');
  const judged = { findings: [], known: [], occasions: new Map(), troubles: [], rules: [], row: () => undefined };
  const checked = { ref: 'latest', ...judged, summary: { ...summary, state: 'live', waiting } } as const;
  expect(renderReport(checked, Date.parse(summary.startedAt) + 12_112)).toContain(
    '\nwaiting for the client (a person) to answer session/request_permission (#9) for 12.0 s',
  );
});

test('the header names a last line that is not a message, while a response is missing', async () => {
  const wrote = (line: string) => `
    > 1 session/prompt {"sessionId":"s","prompt":[]}
    < | {"jsonrpc":"2.0","id":1,"result":{"stopReason":"end_tu
    ${line}`;
  const header = async (line: string) => {
    const { store, summary } = await importToMemory(recordingFile(wrote(line)));
    store.close();
    return renderHeader({ ...summary, state: 'live' }, Date.parse(summary.startedAt) + 9000);
  };
  expect(await header('')).toContain(
    "; the agent's last line (#1) is not a message: perhaps it was to be the answer\n",
  );
  expect(await header('! log')).toContain('(#1) is not a message');
  expect(await header('< _note {}')).not.toContain('is not a message');
});

test('the header of a live recording says whether the agent is silent, and its last words on stderr', async () => {
  const header = async (later: string) => {
    const prompt = '> 1 session/prompt {"sessionId":"s","prompt":[]}';
    const { store, summary } = await importToMemory(recordingFile(`${prompt}\n${later}`));
    store.close();
    const { waiting } = summary;
    return (at: number) => {
      const heard = waiting.map((open) => ({ ...open, t: 0, heard: at }));
      return renderHeader({ ...summary, state: 'live', waiting: heard }, Date.parse(summary.startedAt) + 30_000);
    };
  };
  const silent = await header('! connect ECONNREFUSED 127.0.0.1:443');
  expect(silent(2_000_000)).toContain(
    ' for 30.0 s; the agent was silent for the last 28.0 s; on stderr (#1): connect ECONNREFUSED 127.0.0.1:443\n',
  );
  const working = await header('< session/update {}');
  expect(working(29_900_000)).toContain(' for 30.0 s; the agent is not silent: last heard 100 ms ago\n');
});

test('the header of an ended recording says that the agent exited before its answer, and was not silent until then', async () => {
  const header = async (waited: number, exit: string) => {
    const prompt = '> 1 session/prompt {"sessionId":"s","prompt":[]}';
    const { store, summary } = await importToMemory(recordingFile(`${prompt}\n= exit ${exit}`));
    store.close();
    const end = Date.parse(summary.startedAt) + waited;
    const waiting = summary.waiting.map((open) => ({ ...open, t: 0, heard: (waited - 10) * 1000 }));
    return renderHeader({ ...summary, waiting, endedAt: new Date(end).toISOString() });
  };
  const orderly = '{"code":0,"signal":null}';
  expect(await header(40, orderly)).toContain(' for 40 ms; the agent exited with code 0\n');
  expect(await header(4000, orderly)).toContain(
    ' for 4.00 s; the agent was not silent: last heard 10 ms before the end\n',
  );
  expect(await header(4000, '{"code":1,"signal":null}')).toContain('before the end; the agent exited with code 1\n');
});

test.each([
  ['> 1 session/prompt {"sessionId":"s","prompt":[]}\n< "1" ok {"stopReason":"end_turn"}', '"1" in place of 1'],
  ['< 1 session/request_permission {"sessionId":"s"}\n> "1" ok {}', '"1" in place of 1'],
])('the header names the response to %j that has another id', async (conversation, ids) => {
  const { store, summary } = await importToMemory(recordingFile(conversation));
  store.close();
  const header = renderHeader({ ...summary, state: 'live' }, Date.parse(summary.startedAt) + 9000);
  expect(header).toContain(`; the response #1 has the id ${ids}\n`);
  expect(header).not.toContain('(a person)'); // who has answered
});

test.each([
  [
    'refuses a line that is no request',
    '> {"jsonrpc":"2.0","id":9,"method":5}\n< 9 error {"code":-32600,"message":"no"}',
  ],
  ['may answer a request in a gap', '= gap {"of":"client","bytes":100}\n< 9 ok {}'],
  ['may be meant for either of two', '> 2 session/list {}\n< 9 ok {}'],
])('the header blames no response with an unknown id that %s', async (_what, lines) => {
  expect(await headerAfterPrompt(lines)).not.toContain('has the id');
});

test('the header names the response whose id no request has', async () => {
  expect(await headerAfterPrompt('< 9 ok {"stopReason":"end_turn"}')).toContain(
    '; the response #3 has the id 9, which no request has\n',
  );
});

/** The header of a live recording with an open prompt and more lines. */
async function headerAfterPrompt(lines: string): Promise<string> {
  const begun = '> 0 initialize {"protocolVersion":1}\n< 0 ok {"protocolVersion":1}';
  const prompt = '> 1 session/prompt {"sessionId":"s","prompt":[]}';
  const { store, summary } = await importToMemory(recordingFile(`${begun}\n${prompt}\n${lines}`));
  store.close();
  return renderHeader({ ...summary, state: 'live' }, Date.parse(summary.startedAt) + 9000);
}

test('the rest of a line that never ended is no sign of life: it has the time of the end', async () => {
  const prompt = '@0 > 1 session/prompt {"sessionId":"s","prompt":[]}\n@1000 < session/update {"sessionId":"s"}';
  const file = recordingFile(prompt);
  appendFileSync(
    file,
    '{"t":60000000,"from":"agent","text":"{\\"half"}\n{"t":60000001,"event":"exit","code":0,"signal":null}\n',
  );
  const { store, summary } = await importToMemory(file);
  store.close();
  expect(renderHeader(summary)).toContain(
    "for 1 m 00 s; the agent was silent for the last 1 m 00 s; the agent's last line (#2) is not a message",
  );
});

test('the header of a live recording without an open request says that the client acts next', async () => {
  const { store, summary } = await importToMemory(recordingFile('> 1 session/list {}\n< 1 ok {"sessions":[]}'));
  store.close();
  const idle = { ...summary, state: 'live' as const, lastAt: 1_000_000 };
  expect(renderHeader(idle, Date.parse(summary.startedAt) + 62_000)).toContain(
    'every request is answered: the client acts next; nothing was sent for 1 m 01 s\n',
  );
});

test('show and check say what acptap holds, and blame no side for the wait', async () => {
  const { store, summary: ended } = await importToMemory(recordingFile(RECORDED));
  store.close();
  const interfered = { seq: 10, kind: 'hold', isDelivered: false };
  const prompt = {
    side: 'client',
    method: 'session/prompt',
    id: '2',
    seq: 6,
    t: 0,
    session: 's',
    heard: null,
  } as const;
  const asked = { ...prompt, side: 'agent', method: 'session/request_permission', seq: 9, interfered } as const;
  const held = (...waiting: readonly (typeof prompt | typeof asked)[]) =>
    renderHeader({ ...ended, state: 'live', waiting }, Date.parse(ended.startedAt) + 8000)
      .trimEnd()
      .split('\n')
      .slice(3);
  expect(held(prompt, asked)).toEqual([
    'waiting for the client (a person) to answer session/request_permission (#9) for 8.00 s; acptap holds the answer #10: see acptap held; session/prompt (#6) waits for that, 8.00 s so far',
  ]);
  expect(held({ ...asked, interfered: { ...interfered, seq: 9 } })[0]).toContain(
    '; acptap holds session/request_permission (#9): see acptap held',
  );
});

const HUNG = `@0 > 1 session/new {"cwd":"/w","mcpServers":[]}
  @1000 < 1 ok {"sessionId":"s"}
  @2000 > 2 session/prompt {"sessionId":"s","prompt":[]}
  @4002000 < 1 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[]}
  @9002000 > 1 ok {"outcome":{"outcome":"cancelled"}}
  @10002000 < 2 fs/read_text_file {"sessionId":"s","path":"/w/a"}`;
const END = '@32002000 = exit {"code":null,"signal":"SIGTERM"}';

describe('of a prompt that waits for another request, the header says how long it waited and for whom', () => {
  const WAITED = '(agent 5.00 s, client 22.0 s, person 5.00 s)';

  test('at the end of a recording, stored or not, however long', async () => {
    const words = `; session/prompt (#2) waited for that, 32.0 s in all ${WAITED}; the agent was ended by SIGTERM`;
    const { store, summary } = await importToMemory(recordingFile(`${HUNG}\n${END}`));
    store.close();
    expect(renderHeader(summary)).toContain(`${words}\n`);
    const longer = `${HUNG}\n${'@10002000 ! working\n'.repeat(600)}${END}`; // its end is read after the first rows are printed
    for (const transcript of [`${HUNG}\n${END}`, longer]) {
      const { stdout } = await acptap(temporaryFolder(), 'show', recordingFile(transcript));
      expect(stdout).toMatch(/^never answered: .* for 22\.0 s; .*$/m);
      expect(stdout).toContain(words);
    }
  });

  test('so far while it is live, even if only the prompt is open', async () => {
    const header = async (transcript: string) => {
      const { store, summary } = await importToMemory(recordingFile(transcript));
      store.close();
      return renderHeader({ ...summary, state: 'live' }, Date.parse(summary.startedAt) + 32_002);
    };
    expect(await header(HUNG)).toContain(`; session/prompt (#2) waits for that, 32.0 s so far ${WAITED}\n`);
    const prompt = 'session/prompt (#2) for 32.0 s (agent 26.0 s, client 1.00 s, person 5.00 s); the agent was silent';
    expect(await header(`${HUNG}\n@11002000 > 2 ok {"content":""}`)).toContain(prompt);
  });

  test('without a split that says nothing: all of it was the time of one side', async () => {
    const { store, summary } = await importToMemory(recordingFile(HUNG.split('\n').slice(0, 3).join('\n')));
    store.close();
    const header = renderHeader({ ...summary, state: 'live' }, Date.parse(summary.startedAt) + 32_002);
    expect(header).toContain(' to answer session/prompt (#2) for 32.0 s; the agent was silent');
  });
});
