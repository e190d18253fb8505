import { describe, expect, test } from 'vitest';
import { renderReports, type DivergenceCase } from './divergence-case.ts';
import { converse, linesOf } from './player-conversation.ts';
import { CLIENT, TURN } from './recorded-turn.ts';

const [INITIALIZE = '', NEW = '', PROMPT = '', READ = '', ALLOW = ''] = CLIENT;

const cases: readonly DivergenceCase[] = [
  {
    what: 'a permission denied, followed',
    recording: TURN,
    live: [
      INITIALIZE,
      NEW,
      PROMPT,
      READ,
      ALLOW.replace('{"outcome":"selected","optionId":"allow"}', '{"outcome":"cancelled"}'),
    ],
    options: { onDivergence: 'follow' },
    report: `
      | the client answered session/request_permission with cancelled, the recording has allow (#9)
      |   /result/outcome/outcome: expected "selected", got "cancelled"
      |   /result/outcome/optionId: expected "allow", got nothing
      |
      | the replay diverged (6 frames played, 5 messages received)`,
  },
  {
    what: 'unrecorded messages, followed',
    recording: TURN,
    live: [
      INITIALIZE,
      NEW,
      '> 2 session/list {}',
      '> 3 _x',
      PROMPT.replace('2', '4'),
      READ,
      ALLOW,
      '> 5 session/new {"cwd":"/work"}',
    ],
    options: { onDivergence: 'follow' },
    report: `
      | the recording expects session/prompt "go" next (#4), the client sent session/list
      |
      | the recording expects session/prompt "go" next (#4), the client sent _x
      |
      | the recording has ended, the client sent session/new "/work"
      |   like it: #2, session/new "/work"
      |
      | the replay diverged (6 frames played, 8 messages received)`,
  },
  {
    what: 'no initialize, followed',
    recording: TURN,
    live: [NEW, PROMPT, READ, ALLOW],
    options: { onDivergence: 'follow' },
    report: `
      | the recording expects initialize next (#0), the client sent session/new "/work"
      |   like it: #2, session/new "/work"
      |
      | the replay diverged (5 frames played, 4 messages received)
      |
      | never came: initialize (#0)`,
  },
  {
    what: 'a line of garbage, followed',
    recording: TURN,
    live: [INITIALIZE, '> | Content-Length: 52', NEW, PROMPT, READ, ALLOW],
    options: { onDivergence: 'follow' },
    report: `
      | the replay is incomplete: not recorded: the client sent a line that is not a JSON-RPC message (its message 2): "Content-Length: 52" (6 frames played, 6 messages received)`,
  },
];

describe('the report of a replay with follow', () => {
  test.each(cases)('reports $what', (one) => {
    const [expected, got] = renderReports(one);
    expect(got).toBe(expected);
  });
});

describe('with a great many differences', () => {
  const others = (count: number) =>
    Array.from({ length: count }, (_, index) => `> ${10 + index} _other {"n":${index}}`);
  const after = (count: number) =>
    converse(TURN, [INITIALIZE, NEW, ...others(count)].join('\n'), { onDivergence: 'follow' });

  test('the report lists the first hundred and counts the rest', () => {
    const { report, text } = after(130);
    expect([report.divergences.length, report.moreDivergences]).toEqual([100, 30]);
    expect(report.divergences.at(-1)?.received).toBe('_other');
    expect(
      text
        .split('\n')
        .slice(-9)
        .filter((line) => line !== ''),
    ).toEqual([
      'and 30 more differences',
      expect.stringMatching(/^the replay diverged /),
      'never came:',
      '  session/prompt "go" (#4)',
      '  the answer to fs/read_text_file: a result (#7)',
      '  the answer to session/request_permission: allow (#9)',
    ]);
  });

  test('the report lists all of a hundred', () => {
    const { report, text } = after(100);
    expect([report.divergences.length, report.moreDivergences]).toEqual([100, 0]);
    expect(text).not.toContain('more difference');
  });

  test('each request still gets its error', () => {
    expect(after(130).lines.filter((line) => line.startsWith('< ') && line.includes(' error '))).toHaveLength(130);
  });
});

describe('a replay with follow', () => {
  const told = (recording: string, live: readonly string[]) =>
    converse(recording, live.join('\n'), { onDivergence: 'follow' }).lines;

  test('answers an unrecorded request with the last answer of its kind', () => {
    const recording = '> 1 _a {"n":1}\n< 1 ok {"n":1}\n> 2 _a {"n":2}\n< 2 ok {"n":2}';
    expect(told(recording, ['> 1 _a {"n":1}', '> 2 _a {"n":2}', '> 3 _a {"n":3}']).at(-1)).toBe('< 3 ok {"n":2}');
  });

  test('answers with a later one if there is no earlier one', () => {
    const modes = '> 1 session/set_mode {"sessionId":"s","modeId":"ask"}\n< 1 ok {"mode":"ask"}';
    expect(told(modes, ['> 7 session/set_mode {"sessionId":"s","modeId":"yolo"}'])).toEqual([
      '> 7 session/set_mode {"sessionId":"s","modeId":"yolo"}',
      '< 7 ok {"mode":"ask"}',
    ]);
  });

  test.each([
    ['session/list', -32603],
    ['session/nonsense', -32601],
    ['_vendor/x', -32601],
  ])('answers %s, which was never recorded, with %i', (method, code) => {
    expect(told(TURN, [`> 9 ${method} {}`]).at(-1)).toContain(`< 9 error {"code":${code},`);
  });

  test('gives a session that is opened again its own id', () => {
    const lines = told(TURN, [...CLIENT, NEW.replace('1', '8'), PROMPT.replace('2', '9').replace('"s"', '"s-2"')]);
    expect(lines.filter((line) => /^< [89] /.test(line))).toEqual([
      '< 8 ok {"sessionId":"s-2"}',
      '< 9 ok {"stopReason":"end_turn"}',
    ]);
  });

  test('distinguishes a session and its copy, whichever was prompted last', () => {
    const recording = `
      > 1 session/new {"cwd":"/w"}
      < 1 ok {"sessionId":"s"}
      > 2 session/prompt {"sessionId":"s","prompt":[]}
      < 5 fs/read_text_file {"sessionId":"s","path":"/w/a"}
      > 5 ok {"content":""}
      < session/update {"sessionId":"s","update":{"n":1}}
      < 2 ok {"stopReason":"end_turn"}
      > 3 session/prompt {"sessionId":"s","prompt":[]}
      < session/update {"sessionId":"s","update":{"n":2}}
      < 3 ok {"stopReason":"end_turn"}`;
    const lines = told(recording, [
      '> 1 session/new {"cwd":"/w"}',
      '> 2 session/new {"cwd":"/w"}',
      '> 3 session/prompt {"sessionId":"s","prompt":[]}',
      '> 4 session/prompt {"sessionId":"s-2","prompt":[]}',
      '> 5 ok {"content":""}',
    ]);
    expect(lines.filter((line) => line.startsWith('< session/update'))).toEqual([
      '< session/update {"sessionId":"s","update":{"n":1}}',
      '< session/update {"sessionId":"s-2","update":{"n":2}}',
    ]);
  });

  test('sends no answer to an initialize that the client left out', () => {
    expect(told(TURN, [NEW])).toEqual([NEW, '< 1 ok {"sessionId":"s"}']);
  });

  test('sends no answer to a request that it gave up waiting for', () => {
    const recording = `
      > 1 session/prompt {"sessionId":"s","prompt":[]}
      > 2 _b {"sessionId":"s"}
      < 2 ok {"b":1}
      < session/update {"sessionId":"s","update":{"n":1}}
      < 1 ok {"stopReason":"end_turn"}`;
    const [prompt = ''] = linesOf(recording);
    const { lines } = converse(recording, `${prompt}\nwait 5000`, { onDivergence: 'follow', timeout: 1000 });
    expect(lines).toEqual([
      prompt,
      '< session/update {"sessionId":"s","update":{"n":1}}',
      '< 1 ok {"stopReason":"end_turn"}',
    ]);
  });

  test('reports an answer that comes after it gave up waiting for it', () => {
    const recording = `
      > 1 _a
      < 9 fs/read_text_file {"sessionId":"s","path":"/a"}
      > 9 ok {"content":""}
      < 1 ok {}
      > 2 _b
      < 2 ok {}`;
    const options = { onDivergence: 'follow', timeout: 1000 } as const;
    const { lines, text } = converse(recording, '> 1 _a\nwait 2000\n> 9 ok {"content":""}\n> 2 _b', options);
    expect(lines.filter((line) => line.startsWith('<')).slice(1)).toEqual(['< 1 ok {}', '< 2 ok {}']);
    expect(text).toContain('the client answered request 9, which does not wait for an answer');
  });

  test('continues after another choice as after the recorded one', () => {
    const live = [INITIALIZE, NEW, PROMPT, READ, ALLOW.replace('"optionId":"allow"', '"optionId":"reject"')];
    expect(told(TURN, live).at(-1)).toBe('< 2 ok {"stopReason":"end_turn"}');
  });

  test('sends requests even without the client’s capability', () => {
    const live = [INITIALIZE.replace('{"readTextFile":true}', '{}'), NEW, PROMPT];
    expect(told(TURN, live).at(-1)).toContain('fs/read_text_file');
  });
});
