import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { judgeRecording } from '#core/rules/engine/judge-recording.ts';
import { elapsedUs, seqOf } from '#core/units.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry } from '#core/wire/entry.ts';
import { findingsIn, judgeTranscript } from '../judge-transcript.ts';

const EXIT = '= exit {"code":0,"signal":null}';

test('reports nothing in a clean conversation', () => {
  const transcript = `
    > 0 initialize {"protocolVersion":1,"clientCapabilities":{"fs":{"readTextFile":true,"writeTextFile":true},"terminal":true},"clientInfo":{"name":"editor","title":"Editor","version":"1.0.0"}}
    < 0 ok {"protocolVersion":1,"agentCapabilities":{"loadSession":true,"promptCapabilities":{"image":true,"embeddedContext":true}},"agentInfo":{"name":"agent","title":"Agent","version":"2.1.0"},"authMethods":[]}
    ! loading the model
    > 1 session/new {"cwd":"/home/me/app","mcpServers":[]}
    < 1 ok {"sessionId":"s"}
    < session/update {"sessionId":"s","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}
    > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Add a licence"}]}
    < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"I will write LICENSE."}}}
    < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"Write LICENSE","kind":"edit","status":"pending"}}
    < 0 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"},{"optionId":"no","name":"Reject","kind":"reject_once"}]}
    > 0 ok {"outcome":{"outcome":"selected","optionId":"yes"}}
    < 1 fs/write_text_file {"sessionId":"s","path":"/home/me/app/LICENSE","content":"MIT\\n"}
    > 1 ok {}
    < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"t","status":"completed"}}
    < 2 ok {"stopReason":"end_turn"}
    ${EXIT}
  `;
  expect(judgeTranscript(catalogue, transcript).findings).toEqual([]);
});

test('counts a rule that was not exercised as neither kept nor broken', () => {
  const { occasions } = judgeTranscript(catalogue, '> 1 _ask {}');
  expect(occasions.get('jsonrpc/error-object-is-well-formed')).toEqual({ kept: 0, broken: 0 });
});

describe('findings reported once for each side', () => {
  test.each([
    ['framing/line-ends-with-lf-only', '| {"jsonrpc":"2.0","method":"_tick"}\\r'],
    ['framing/line-has-no-bom', '| \\xef\\xbb\\xbf{"jsonrpc":"2.0","method":"_tick"}'],
    ['framing/line-is-not-blank', '|'],
  ])('%s', (rule, line) => {
    expect(findingsIn(`< ${line}\n< ${line}\n> ${line}\n< ${line}\n> ${line}`)).toEqual([
      `${rule} note agent`,
      `${rule} note client`,
    ]);
  });

  test.each([
    ['legacy', 'session/set_model', '{"sessionId":"s","modelId":"m"}'],
    ['unstable', 'session/fork', '{"sessionId":"s","cwd":"/a"}'],
    ['newer', 'session/options', '{}'],
    ['under $/', '$/progress', '{}'],
  ])('notes a name that is %s once', (_kind, method, params) => {
    const refused = 'error {"code":-32603,"message":"no"}';
    expect(findingsIn(`> 1 ${method} ${params}\n< 1 ${refused}\n> 2 ${method} ${params}\n< 2 ${refused}`)).toEqual([
      'jsonrpc/method-is-known note client',
    ]);
  });
});

/** A message with this number of bytes, followed by a line feed. */
function messageOf(bytes: number): Entry {
  const line = new Uint8Array(bytes + 1).fill(0x20);
  line.set(encodeUtf8('{"jsonrpc":"2.0","method":"_tick"}'));
  line[bytes] = 0x0a;
  return { kind: 'frame', seq: seqOf(0), elapsed: elapsedUs(0), from: 'agent', bytes: line };
}

test.each([
  ['accepts a line of 32 MiB', 32 * 1024 * 1024, []],
  ['reports a line of 32 MiB and one byte', 32 * 1024 * 1024 + 1, ['framing/line-fits-receivers']],
])('%s', (_name, bytes, expected) => {
  const { findings } = judgeRecording([messageOf(bytes)], catalogue, 'live');
  expect(findings.map(({ rule }) => rule)).toEqual(expected);
});

test('shortens a very long name in a finding', () => {
  const { findings } = judgeTranscript(catalogue, `> ${'x'.repeat(100_000)} {}`);
  expect(findings).toHaveLength(1);
  expect(JSON.stringify(findings).length).toBeLessThan(2000);
});
