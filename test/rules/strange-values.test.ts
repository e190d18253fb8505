import { assert, constantFrom, jsonValue, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFold } from '#core/fold/fold.ts';
import { describeMessage } from '#core/trace/describe-message.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import type { Entry } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { HANDSHAKE_AND_SESSION } from '../judge-transcript.ts';
import { rounds, someOf } from '../support/effort.ts';
import { pathsIn } from '../support/paths-in.ts';

/** Nested too deep for `JSON.stringify` and `String`, but not for `JSON.parse`. */
const DEPTH = 20_000;
const DEEP_LIST = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`;
const deepObject = (name: string) => `${`{"${name}":`.repeat(DEPTH)}7${'}'.repeat(DEPTH)}`;
const DEEP_CONTENT = `${'{"type":"content","content":'.repeat(DEPTH)}7${'}'.repeat(DEPTH)}`;
const DEEP_ENVELOPE = `${'{"method":"mcp/message","params":'.repeat(DEPTH)}7${'}'.repeat(DEPTH)}`;
const DEEP_OPTIONS = `${'[{"group":"g","name":"G","options":'.repeat(DEPTH)}[]${'}]'.repeat(DEPTH)}`;

const ALL_CAPABILITIES = `
  > "a" initialize {"protocolVersion":1,"clientCapabilities":{"fs":{"readTextFile":true,"writeTextFile":true},"terminal":true,"elicitation":{"form":{},"url":{}}},"clientInfo":{"name":"editor","version":"1"},"_meta":{"traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}}
  < "a" ok {"protocolVersion":1,"agentCapabilities":{"loadSession":true,"promptCapabilities":{"image":true},"mcpCapabilities":{"http":true},"sessionCapabilities":{"list":{},"close":{}}},"agentInfo":{"name":"agent","version":"1"},"authMethods":[{"id":"key","name":"Key"}]}
  > 1 authenticate {"methodId":"key"}
  < 1 ok {}
  > 2 session/new {"cwd":"/a","mcpServers":[{"name":"m","command":"/bin/m","args":["x"],"env":[{"name":"A","value":"b"}]}]}
  < 2 ok {"sessionId":"s","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"}]},"configOptions":[{"id":"model","name":"Model","category":"mode","type":"select","currentValue":"a","options":[{"group":"g","name":"G","options":[{"value":"a","name":"A"}]}]}]}
  > 3 session/set_mode {"sessionId":"s","modeId":"ask"}
  < 3 ok {}
  > 4 session/set_config_option {"sessionId":"s","configId":"model","value":"a"}
  < 4 ok {"configOptions":[{"id":"model","name":"Model","type":"select","currentValue":"a","options":[{"value":"a","name":"A"}]}]}
  > 5 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go"},{"type":"image","data":"AAAA","mimeType":"image/png"}]}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hi"},"_meta":{"a":1}}}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"plan","entries":[{"content":"Do","priority":"high","status":"pending"}]}}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"usage_update","used":1,"size":2}}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"x","description":"X"}]}}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"current_mode_update","currentModeId":"ask"}}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"Run","kind":"edit","status":"pending","locations":[{"path":"/a","line":1}],"rawInput":{"a":1},"content":[{"type":"diff","path":"/a","oldText":null,"newText":"b"},{"type":"terminal","terminalId":"w"}]}}
  < 7 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}
  > 7 ok {"outcome":{"outcome":"selected","optionId":"y"}}
  < 8 fs/read_text_file {"sessionId":"s","path":"/a","line":1,"limit":2}
  > 8 ok {"content":"a"}
  < 9 terminal/create {"sessionId":"s","command":"ls","args":["a"],"cwd":"/a","env":[],"outputByteLimit":10}
  > 9 ok {"terminalId":"w"}
  < 10 terminal/wait_for_exit {"sessionId":"s","terminalId":"w"}
  > 10 ok {"exitCode":0,"signal":null}
  < 11 terminal/output {"sessionId":"s","terminalId":"w"}
  > 11 ok {"output":"a","truncated":false,"exitStatus":{"exitCode":0}}
  < 12 elicitation/create {"sessionId":"s","mode":"form","message":"Which?","requestedSchema":{"type":"object","properties":{"a":{"type":"string","enum":["x"]},"b":{"type":"array","items":{"anyOf":[{"const":"c"}]}}},"required":["a"]}}
  > 12 ok {"action":"accept","content":{"a":"x","b":["c"]}}
  < 13 elicitation/create {"requestId":5,"mode":"url","message":"Log in","url":"https://a.example","elicitationId":"e"}
  > 13 ok {"action":"accept"}
  < $/cancel_request {"requestId":8}
  > session/cancel {"sessionId":"s"}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"t","status":"failed","rawOutput":{"b":1},"content":[{"type":"content","content":{"type":"text","text":"no"}}]}}
  < 5 ok {"stopReason":"cancelled"}
  > 14 session/list {"cursor":"c","cwd":"/a"}
  < 14 error {"code":-32602,"message":"no such cursor","data":{"details":"c"}}
  < 15 proxy/successor {"method":"mcp/message","params":{"serverId":"m","requestId":1,"method":"tools/call","params":{"name":"x"}}}
  > 15 ok {"result":{"content":[{"type":"text","text":"x"}]}}
  < 16 mcp/message {"serverId":"m","requestId":"1","method":"tools/call","params":{"name":"x"}}
  > 16 ok {"error":{"code":1,"message":"no"}}
  > 17 session/close {"sessionId":"s"}
  < 17 ok {}
  = exit {"code":0,"signal":null}
`;

const conversation = parseTranscript(ALL_CAPABILITIES);

/** One member or item of one frame of the conversation. */
interface Place {
  readonly index: number;
  readonly path: readonly string[];
}

const places: readonly Place[] = conversation.flatMap((entry, index) => {
  if (entry.kind !== 'frame') return [];
  const decoded = decodeFrame(entry.bytes);
  const value = decoded.kind === 'json' ? decoded.parts[0]?.value : undefined;
  return [...pathsIn(value)].map((path) => ({ index, path }));
});

const MARK = '@@@';

/** The conversation with the value at a place replaced by `json`. */
function withValue({ index, path }: Place, json: string, isBatch = false): Entry[] {
  return conversation.map((entry, at) => {
    if (at !== index || entry.kind !== 'frame') return entry;
    const decoded = decodeFrame(entry.bytes);
    const value: unknown = structuredClone(decoded.kind === 'json' ? decoded.parts[0]?.value : undefined);
    let holder = value as Record<string, unknown>; // `path` was found in it
    for (const name of path.slice(0, -1)) holder = holder[name] as Record<string, unknown>;
    holder[path.at(-1) ?? ''] = MARK;
    const text = JSON.stringify(value).replace(`"${MARK}"`, () => json);
    return { ...entry, bytes: encodeUtf8(`${isBatch ? `[${text}]` : text}\n`) };
  });
}

/**
 * Folds, describes and judges a recording without a database. Returns all troubles. @throws what any of these throws.
 */
function troublesOf(entries: readonly Entry[]) {
  const fold = createFold();
  const troubles: unknown[] = [];
  for (const entry of entries) fold.apply(entry);
  fold.finish(true);
  for (const { step } of fold.take().entries) {
    if (step.trouble !== undefined) troubles.push(step.trouble);
    for (const message of step.messages) troubles.push(...(describeMessage(message).length > 200 ? [message] : []));
  }
  return [...troubles, ...fold.troubles()];
}

const isOneOf =
  (...names: readonly string[]) =>
  ({ path }: Place) =>
    names.includes(path.at(-1) ?? '');

describe('accepts an unexpected value at any place', () => {
  test('none in the conversation itself', () => {
    expect(places.length).toBeGreaterThan(300);
    expect(troublesOf(conversation)).toEqual([]);
  });

  test('a deep list', () => {
    expect(someOf(places, 24).flatMap((place) => troublesOf(withValue(place, DEEP_LIST)))).toEqual([]);
  });

  test.each([
    ['an object in objects', deepObject('content'), isOneOf('params', 'result', 'error', 'data', '_meta', 'rawInput')],
    ['a content block in content blocks', DEEP_CONTENT, isOneOf('content', '0', '1')],
    ['options in options', DEEP_OPTIONS, isOneOf('options', 'configOptions', '0')],
    ['an envelope in envelopes', DEEP_ENVELOPE, isOneOf('params')],
  ])('%s', (_name, json, fits) => {
    const fitting = places.filter(fits);
    expect(fitting.length).toBeGreaterThan(3);
    expect(someOf(fitting, 8).flatMap((place) => troublesOf(withValue(place, json)))).toEqual([]);
  });

  test('a deep value in an item of a batch', () => {
    const members = places.filter(({ path }) => path.length === 1);
    expect(someOf(members, 16).flatMap((place) => troublesOf(withValue(place, DEEP_LIST, true)))).toEqual([]);
  });

  test('any JSON', () => {
    const strange = constantFrom(
      'null',
      '0',
      '-1',
      '1e400',
      '"\\ud800"',
      '""',
      '[]',
      '{}',
      'true',
      '{"__proto__":{"a":1}}',
    );
    assert(
      property(constantFrom(...places), strange, jsonValue(), (place, odd, value) => {
        expect(troublesOf(withValue(place, odd))).toEqual([]);
        expect(troublesOf(withValue(place, JSON.stringify(value)))).toEqual([]);
      }),
      { numRuns: rounds(8, 100) },
    );
  });

  test('a message that is only a deep value', () => {
    const frames = [
      DEEP_LIST,
      deepObject('params'),
      `{"jsonrpc":${DEEP_LIST}}`,
      `{"jsonrpc":"2.0","id":1,"error":${DEEP_LIST}}`,
    ];
    const both = frames.map((frame) => parseTranscript(`${HANDSHAKE_AND_SESSION}\n< | ${frame}\n> | ${frame}`));
    expect(both.flatMap(troublesOf)).toEqual([]);
  });
});
