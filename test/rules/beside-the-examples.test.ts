import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { handshake, handshakeAndSession } from '../../proxy/core/rules/examples/handshake.ts';
import { CALL_TOOL } from '../../proxy/core/rules/examples/mcp.ts';
import {
  ACCEPTED,
  CANCEL,
  CANCELLED,
  ECHO,
  END_TURN,
  idle,
  NEXT_PROMPT,
  PROMPT,
  RUNNING,
  toolCall,
  toolCallUpdate,
  update,
} from '../../proxy/core/rules/examples/turn.ts';
import { findingsIn, judgeTranscript, wholeExample } from '../judge-transcript.ts';

const WORK = `${handshakeAndSession({ version: 2 })}\n@5000 ${PROMPT}\n${ACCEPTED}\n${ECHO}\n${RUNNING}`;

describe('work that nobody has cancelled may end as it likes', () => {
  test.each([
    ['after another notification in its session', '> _acme/ping {"sessionId":"s"}'],
    ['after a cancel of another session', '> session/cancel {"sessionId":"other"}'],
    ['after a cancel without a session', '> session/cancel {}'],
  ])('%s', (_what, before) => {
    expect(findingsIn(`${WORK}\n${before}\n@900000 ${idle()}`)).not.toContainEqual(
      expect.stringContaining('cancel/work-ends-as-cancelled'),
    );
    expect(findingsIn(`${WORK}\n${before}\n${CANCEL}\n@900000 ${idle()}`)).toContain(
      'cancel/work-ends-as-cancelled warning agent',
    );
  });
});

describe('a terminal that nobody has created', () => {
  const use = (from: '<' | '>', params: object) =>
    `${from} 9 terminal/output ${JSON.stringify({ ...params, terminalId: 'nobodys' })}`;

  test.each([
    ['the agent in a session', use('<', { sessionId: 's' }), ['terminal/terminal-is-known error agent']],
    ['the agent without a session', use('<', {}), ['schema/params-match error agent']],
    ['the client', use('>', { sessionId: 's' }), ['jsonrpc/method-goes-the-right-way error client']],
  ])('is one finding when %s uses it', (_who, request, expected) => {
    expect(findingsIn(request)).toEqual(expected);
  });
});

describe('a mode from a list of options', () => {
  const options = (...values: readonly string[]) =>
    update('config_option_update', {
      configOptions: [
        {
          id: 'mode',
          name: 'Mode',
          category: 'mode',
          type: 'select',
          currentValue: 'ask',
          options: values.map((value) => ({ value, name: value })),
        },
      ],
    });
  const SET = '> 1 session/set_mode {"sessionId":"s","modeId":"code"}\n< 1 ok {}';
  const ofModes = (transcript: string) => findingsIn(transcript).filter((line) => line.startsWith('mode/'));

  test('may be set while the list without it is under way, and not later', () => {
    const replaced = `${options('ask', 'code')}\n${options('ask')}`;
    expect(ofModes(`${replaced}\n${SET}`)).toEqual([]);
    expect(ofModes(`${replaced}\n@90000000 ${SET}`)).toEqual(['mode/mode-was-offered error client']);
  });
});

describe('a list of sessions', () => {
  const list = (...cwds: readonly string[]) =>
    `> 1 session/list {}\n< 1 ok ${JSON.stringify({ sessions: cwds.map((cwd, index) => ({ sessionId: `s${index}`, cwd })) })}`;

  test.each([
    ['without sessions is no occasion', [], { kept: 0, broken: 0 }],
    ['with absolute folders keeps the rule', ['/a', '/b'], { kept: 1, broken: 0 }],
    ['with a relative folder breaks it', ['/a', 'b'], { kept: 0, broken: 1 }],
  ])('%s', (_what, cwds, expected) => {
    const { occasions } = judgeTranscript(catalogue, wholeExample(list(...cwds)));
    expect(occasions.get('path/listed-directory-is-absolute')).toEqual(expected);
  });
});

test.each([
  [1, 'note', {}],
  [2, 'error', { session: { mcp: { stdio: {} } } }],
] as const)('in version %d the relative command of an MCP server is of grade %s', (version, grade, agent) => {
  const server = { ...(version === 2 ? { type: 'stdio' } : { args: [], env: [] }), name: 'docs', command: 'npx' };
  const opened = `> 1 session/new ${JSON.stringify({ cwd: '/a', mcpServers: [server] })}`;
  expect(findingsIn(`${handshake({ version, agent })}\n${opened}`)).toEqual([
    `path/mcp-command-is-absolute ${grade} client`,
  ]);
});

describe('the update of a tool call after the end of its turn', () => {
  const FIRST = [PROMPT, END_TURN];
  const SECOND = [NEXT_PROMPT, CANCEL, CANCELLED.replace('1', '2')];
  const THIRD = [PROMPT.replace('1', '3'), END_TURN.replace('1', '3')];
  const call = toolCall({ status: 'in_progress' });
  const late = toolCallUpdate({ status: 'in_progress', title: 'Still running' });
  const during = ([prompt, ...end]: readonly string[]) => [prompt, call, ...end];

  test.each([
    ['is reported in a turn before a cancelled one', [...during(FIRST), ...SECOND, ...THIRD], true],
    ['is left to the rules of the cancelled one', [...FIRST, ...during(SECOND), ...THIRD], false],
    ['is reported in a turn after a cancelled one', [...FIRST, ...SECOND, ...during(THIRD)], true],
  ])('%s', (_what, lines, isReported) => {
    const found = findingsIn([...lines, late].join('\n'));
    expect(found.filter((line) => line.startsWith('prompt/updates-belong-to-a-turn'))).toHaveLength(isReported ? 1 : 0);
  });
});

describe('the limit of a terminal’s output counts bytes of UTF-8', () => {
  test.each([
    ['a', 1],
    ['ä', 2],
    ['€', 3],
    ['\uff21', 3],
    ['😀', 4],
  ])('%s has %d', (text, bytes) => {
    const said = (limit: number) =>
      findingsIn(`< 1 terminal/create {"sessionId":"s","command":"npm","outputByteLimit":${limit}}
        > 1 ok {"terminalId":"t"}
        < 2 terminal/output {"sessionId":"s","terminalId":"t"}
        > 2 ok ${JSON.stringify({ output: text, truncated: true })}`);
    expect(said(bytes)).toEqual([]);
    expect(said(bytes - 1)).toEqual(['terminal/output-fits-the-limit error client']);
  });
});

const found = (rule: string, transcript: string) =>
  judgeTranscript(catalogue, wholeExample(transcript)).findings.filter((finding) => finding.rule === rule);

/** A session that the client has closed, in version 2. */
const CLOSED = `${handshakeAndSession({ version: 2 })}\n> 1 session/close {"sessionId":"s"}\n< 1 ok {}`;

describe('a case beside the examples of a rule:', () => {
  test('an extension of the agent that is not about the queue of prompts allows no second prompt', () => {
    const extended = handshakeAndSession({ agent: { _meta: { other: { promptCaching: true } } } });
    expect(found('prompt/one-turn-at-a-time', `${extended}\n${PROMPT}\n${NEXT_PROMPT}`)).toHaveLength(1);
  });

  test('a message of the client about a session that it has closed is not the agent’s mistake', () => {
    const findings = findingsIn(`${CLOSED}\n> 2 session/prompt {"sessionId":"s","prompt":[]}`);
    expect(findings).toContain('session/is-active error client');
    expect(findings.filter((finding) => finding.startsWith('session/is-silent-once-closed'))).toEqual([]);
  });

  test('a message about a closed session says that it is closed', () => {
    const [finding] = found('session/is-active', `${CLOSED}\n> 2 session/prompt {"sessionId":"s","prompt":[]}`);
    expect(finding?.message).toBe('session/prompt names the session s, which is closed');
  });

  test('an MCP server that is not of type acp gets no message, whatever its id', () => {
    const declared = `${handshake({ agent: { mcpCapabilities: { acp: true } } })}
      > "b" session/new {"cwd":"/home/me/app","mcpServers":[{"type":"http","name":"files","id":"m","url":"http://127.0.0.1"}]}
      < "b" ok {"sessionId":"s"}`;
    expect(found('mcp/server-was-declared', `${declared}\n${CALL_TOOL}`)).toHaveLength(1);
  });

  test('a wrong value of a boolean option is told what the option takes', () => {
    const option = { id: 'think', name: 'Think', type: 'boolean', currentValue: false };
    const opened = `> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}
      < 1 ok ${JSON.stringify({ sessionId: 'c', configOptions: [option] })}`;
    const set = '> 2 session/set_config_option {"sessionId":"c","configId":"think","value":"yes"}';
    const [finding] = found('config/value-was-offered', `${opened}\n${set}`);
    expect(finding?.expected).toBe('true or false, with type boolean');
  });
});

test('a server that may have been forgotten among many is not called undeclared', () => {
  const servers = (count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, n) => ({ type: 'acp', name: `n${n}`, serverId: `i${n}` })));
  const findings = (count: number) =>
    findingsIn(`> 9 session/new {"cwd":"/w","mcpServers":${servers(count)}}\n< 9 ok {"sessionId":"s"}\n${CALL_TOOL}`);
  expect(findings(3)).toContainEqual(expect.stringContaining('mcp/server-was-declared'));
  expect(findings(1025)).not.toContainEqual(expect.stringContaining('mcp/server-was-declared'));
});
