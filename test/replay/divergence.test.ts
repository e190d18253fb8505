import { describe, expect, test } from 'vitest';
import { renderReports, type DivergenceCase } from './divergence-case.ts';
import { CLIENT, TURN } from './recorded-turn.ts';

const [INITIALIZE = '', NEW = '', PROMPT = '', READ = '', ALLOW = ''] = CLIENT;

const MODES = `
  > 1 session/set_mode {"sessionId":"s","modeId":"ask"}
  < 1 ok {}
  > 2 session/set_mode {"sessionId":"s","modeId":"code"}
  < 2 ok {}`;

/** The missing messages, as the report of `TURN` lists them. */
const FROM_ANSWERS = `| never came:
  |   the answer to fs/read_text_file: a result (#7)
  |   the answer to session/request_permission: allow (#9)`;
const FROM_PROMPT = FROM_ANSWERS.replace(':', ':\n  |   session/prompt "go" (#4)');
const FROM_NEW = FROM_ANSWERS.replace(':', ':\n  |   session/new "/work" (#2)\n  |   session/prompt "go" (#4)');

const cases: readonly DivergenceCase[] = [
  {
    what: 'another prompt, compared by its text',
    recording: TURN,
    live: [INITIALIZE, NEW, PROMPT.replace('go', 'stop')],
    options: { match: { 'session/prompt': 'normalised' } },
    report: `
      | the recording has session/prompt "go" (#4), the client sent session/prompt "stop"
      |   /params/prompt/0/text: expected "go", got "stop"
      |
      | the replay diverged (2 frames played, 3 messages received)
      |
      ${FROM_PROMPT}`,
  },
  {
    what: 'another prompt, not compared by its text',
    recording: TURN,
    live: [INITIALIZE, NEW, PROMPT.replace('go', 'stop'), READ, ALLOW],
    report: `
      | the replay is complete (6 frames played, 5 messages received)`,
  },
  {
    what: 'the same prompt in two blocks with other white space',
    recording: TURN.replace('"text":"go"', '"text":"please go"'),
    live: [
      INITIALIZE,
      NEW,
      PROMPT.replace('{"type":"text","text":"go"}', '{"type":"text","text":"please"},{"type":"text","text":" go\\n"}'),
      READ,
      ALLOW,
    ],
    options: { match: { 'session/prompt': 'normalised' } },
    report: `
      | the replay is complete (6 frames played, 5 messages received)`,
  },
  {
    what: 'the same prompt with a file that has been edited since',
    recording: TURN.replace('"go"}', '"go"},{"type":"resource","resource":{"uri":"file:///work/a","text":"old"}}'),
    live: [
      INITIALIZE,
      NEW,
      PROMPT.replace('"go"}', '"go"},{"type":"resource","resource":{"uri":"file:///work/a","text":"new"}}'),
      READ,
      ALLOW,
    ],
    options: { match: { 'session/prompt': 'normalised' } },
    report: `
      | the replay is complete (6 frames played, 5 messages received)`,
  },
  {
    what: 'a prompt with one more member, compared exactly',
    recording: TURN,
    live: [INITIALIZE, NEW, PROMPT.replace('"go"}', '"go","annotations":null}')],
    options: { match: { 'session/prompt': 'exact' } },
    report: `
      | the recording has session/prompt "go" (#4), the client sent session/prompt "go": /params/prompt/0/annotations: expected nothing, got null
      |
      | the replay diverged (2 frames played, 3 messages received)
      |
      ${FROM_PROMPT}`,
  },
  {
    what: 'another folder',
    recording: TURN,
    live: [INITIALIZE, NEW.replace('/work', '/home/me/app'), PROMPT, READ, ALLOW],
    report: `
      | the replay is complete (6 frames played, 5 messages received)`,
  },
  {
    what: 'a permission denied',
    recording: TURN,
    live: [INITIALIZE, NEW, PROMPT, READ, ALLOW.replace('"optionId":"allow"', '"optionId":"reject"')],
    report: `
      | the client answered session/request_permission with reject, the recording has allow (#9)
      |   /result/outcome/optionId: expected "allow", got "reject"
      |
      | the replay diverged (5 frames played, 5 messages received)`,
  },
  {
    what: 'an error instead of a result',
    recording: TURN,
    live: [INITIALIZE, NEW, PROMPT, '> 0 error {"code":-32603,"message":"no such file"}'],
    report: `
      | the client answered fs/read_text_file with error -32603 no such file, the recording has a result (#7)
      |   /result: expected {"content":"text"}, got nothing
      |   /error: expected nothing, got {"code":-32603,"message":"no such file"}
      |
      | the replay diverged (4 frames played, 4 messages received)
      |
      | never came: the answer to session/request_permission: allow (#9)`,
  },
  {
    what: 'another mode',
    recording: MODES,
    live: ['> 1 session/set_mode {"sessionId":"s","modeId":"yolo"}'],
    report: `
      | the recording has session/set_mode "ask" (#0), the client sent session/set_mode "yolo"
      |   /params/modeId: expected "ask", got "yolo"
      |   like it: #2, session/set_mode "code"
      |
      | the replay diverged (0 frames played, 1 message received)
      |
      | never came:
      |   session/set_mode "ask" (#0)
      |   session/set_mode "code" (#2)`,
  },
  {
    what: 'session/list instead of a prompt',
    recording: TURN,
    live: [INITIALIZE, NEW, '> 2 session/list {}'],
    report: `
      | the recording expects session/prompt "go" next (#4), the client sent session/list
      |
      | the replay diverged (2 frames played, 3 messages received)
      |
      ${FROM_PROMPT}`,
  },
  {
    what: 'a line of garbage',
    recording: TURN,
    live: [INITIALIZE, '> | Content-Length: 52'],
    report: `
      | the client sent a line that is not a JSON-RPC message (its message 2): "Content-Length: 52"
      |
      | the replay diverged (1 frame played, 2 messages received)
      |
      ${FROM_NEW}`,
  },
  {
    what: 'a request past the end',
    recording: TURN,
    live: [...CLIENT, PROMPT.replace('2', '3')],
    report: `
      | the recording has ended, the client sent session/prompt "go"
      |   like it: #4, session/prompt "go"
      |
      | the replay diverged (6 frames played, 6 messages received)`,
  },
  {
    what: 'a missing capability',
    recording: TURN,
    live: [INITIALIZE.replace('{"readTextFile":true}', '{}'), NEW, PROMPT],
    report: `
      | the recording sends fs/read_text_file (#6), which needs the client capability fs.readTextFile, and the client does not advertise it
      |
      | the replay diverged (3 frames played, 3 messages received)
      |
      ${FROM_ANSWERS}
      |
      | the recorded agent needs what this client does not advertise: fs.readTextFile`,
  },
  {
    what: 'a missing capability with dropGated',
    recording: TURN,
    live: [INITIALIZE.replace('{"readTextFile":true}', '{}'), NEW, PROMPT, ALLOW],
    options: { dropGated: true },
    report: `
      | the replay is complete (5 frames played, 4 messages received)
      |
      | the recorded agent needs what this client does not advertise: fs.readTextFile
      |
      | note: left out what the client does not know (fs.readTextFile)`,
  },
  {
    what: 'a request with the id of an open one',
    recording: TURN,
    live: [INITIALIZE, NEW, PROMPT, PROMPT],
    report: `
      | the client sent session/prompt "go" with the id 2, under which its session/prompt still waits for an answer
      |
      | the replay diverged (4 frames played, 4 messages received)
      |
      ${FROM_ANSWERS}`,
  },
  {
    what: 'a response without a request',
    recording: TURN,
    live: [INITIALIZE, '> 7 ok {}'],
    report: `
      | the client answered request 7, which does not wait for an answer
      |
      | the replay diverged (1 frame played, 2 messages received)
      |
      ${FROM_NEW}`,
  },
  {
    what: 'an answer to the same number as text',
    recording: TURN,
    live: [INITIALIZE, NEW, PROMPT, '> "0" ok {"content":"text"}'],
    report: `
      | the client answered request "0", which does not wait for an answer: request 0 (a number) still waits
      |
      | the replay diverged (4 frames played, 4 messages received)
      |
      ${FROM_ANSWERS}`,
  },
  {
    what: 'a long invalid line',
    recording: TURN,
    live: [INITIALIZE, `> | ${'\\x1b[31m'.repeat(40)}`],
    report: `
      | the client sent a line that is not a JSON-RPC message (its message 2): "${String.raw`\u001b[31m`.repeat(16)}"…
      |
      | the replay diverged (1 frame played, 2 messages received)
      |
      ${FROM_NEW}`,
  },
  {
    what: 'no answer',
    recording: TURN,
    live: [INITIALIZE, NEW, PROMPT, 'wait 5000'],
    report: `
      | waited 5 s for the client to answer fs/read_text_file (#7); the wait began at the start
      |
      | the replay diverged (4 frames played, 3 messages received)
      |
      ${FROM_ANSWERS}`,
  },
  {
    what: 'the end in a turn',
    recording: TURN,
    live: [INITIALIZE, NEW, PROMPT, 'eof'],
    report: `
      | the replay is incomplete: it waited for the client to answer fs/read_text_file (#7) when the client closed (4 frames played, 3 messages received)
      |
      ${FROM_ANSWERS}
      |
      | not played:
      |   session/request_permission (#8)
      |   the answer to session/prompt (#10)`,
  },
  {
    what: 'no next request although the replay needs one',
    recording: TURN,
    live: [INITIALIZE, NEW, 'wait 60000'],
    options: { idleTimeout: 60_000 },
    report: `
      | waited 60 s for the client to send session/prompt "go" (#4); the wait began at the start
      |
      | the replay diverged (2 frames played, 2 messages received)
      |
      ${FROM_PROMPT}`,
  },
  {
    what: 'an older version',
    recording: TURN.replaceAll('"protocolVersion":1', '"protocolVersion":2'),
    live: [INITIALIZE],
    report: `
      | the recording speaks protocol version 2, the client asked for version 1
      |
      | the replay diverged (0 frames played, 1 message received)
      |
      | never came:
      |   initialize (#0)
      |   session/new "/work" (#2)
      |   session/prompt "go" (#4)
      |   the answer to fs/read_text_file: a result (#7)
      |   the answer to session/request_permission: allow (#9)`,
  },
];

describe('the report of a replay', () => {
  test.each(cases)('reports $what', (one) => {
    const [expected, got] = renderReports(one);
    expect(got).toBe(expected);
  });
});
