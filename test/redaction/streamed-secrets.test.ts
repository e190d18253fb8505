import { describe, expect, test } from 'vitest';
import { SHARE_FORMS } from '#core/contract/share.ts';
import { elapsedUs, seqOf } from '#core/units.ts';
import { decodeLossy, encodeUtf8, fromBase64, toBase64 } from '#core/wire/bytes.ts';
import type { Entry } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { shareEntries } from '../core/share/share-entries.ts';
import { someOf } from '../support/effort.ts';
import { redacted, redactedEntries } from './redact-entries.ts';

const BEGINNING = parseTranscript(`
  > 0 initialize {"protocolVersion":1,"clientCapabilities":{"terminal":true},"clientInfo":{"name":"editor","version":"1"}}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1"}}
  > 1 session/new {"cwd":"/work","mcpServers":[{"name":"db","command":"/bin/db","args":[],"env":[{"name":"DB_URL","value":"canary-0123456789-env"}]}]}
  < 1 ok {"sessionId":"s"}
  > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"go"}]}`);

type ToEntry = (piece: string) => { kind: 'frame' | 'stderr'; from: 'agent' | 'stderr'; bytes: Uint8Array };

const notification = (method: string, params: object) => ({
  kind: 'frame' as const,
  from: 'agent' as const,
  bytes: encodeUtf8(`${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`),
});
const update = (body: object) => notification('session/update', { sessionId: 's', update: body });
const chunk = (sessionUpdate: string, more: object) => (piece: string) =>
  update({ sessionUpdate, ...more, content: { type: 'text', text: piece } });
const content = (piece: string) => ({ type: 'content', content: { type: 'text', text: piece } });
const printed = (piece: string, id = 'x') => ({ terminal_output: { terminal_id: id, data: piece } });
const printing = (id: string) => (piece: string) =>
  update({ sessionUpdate: 'tool_call_update', toolCallId: 't', _meta: printed(piece, id) });

/** How a text arrives in pieces, and the member that holds each; undefined where the piece is the whole entry. */
const WAYS: readonly (readonly [way: string, toEntry: ToEntry, member: string | undefined])[] = [
  ['agent_message_chunk', chunk('agent_message_chunk', {}), 'text'],
  ['agent_thought_chunk', chunk('agent_thought_chunk', {}), 'text'],
  ['user_message_chunk', chunk('user_message_chunk', {}), 'text'],
  ['agent_message_chunk with an id', chunk('agent_message_chunk', { messageId: 'm' }), 'text'],
  [
    'tool_call_content_chunk',
    (piece) => update({ sessionUpdate: 'tool_call_content_chunk', toolCallId: 't', content: content(piece) }),
    'text',
  ],
  [
    'tool_call_update',
    (piece) => update({ sessionUpdate: 'tool_call_update', toolCallId: 't', content: [content(piece)] }),
    'text',
  ],
  ['terminal_output of a tool call', printing('x'), 'data'],
  [
    'terminal_output_chunk',
    (piece) => update({ sessionUpdate: 'terminal_output_chunk', terminalId: 'x', data: toBase64(encodeUtf8(piece)) }),
    'data',
  ],
  ['an update of the agent’s own', (piece) => notification('_agent/delta', { sessionId: 's', delta: piece }), 'delta'],
  ['stderr', (piece) => ({ kind: 'stderr', from: 'stderr', bytes: encodeUtf8(piece) }), undefined],
  ['lines that are not messages', (piece) => ({ kind: 'frame', from: 'agent', bytes: encodeUtf8(piece) }), undefined],
];

const inPieces = (pieces: readonly string[], toEntry: ToEntry): readonly Entry[] => [
  ...BEGINNING,
  ...pieces.map((piece, index) => {
    const entry = { ...toEntry(piece), seq: seqOf(BEGINNING.length + index), elapsed: elapsedUs(index) };
    return entry as Entry; // of one of the kinds above
  }),
];

/** Numbers entries in their order. */
const inOrder = (entries: readonly object[]): readonly Entry[] =>
  entries.map((entry, index) => ({ ...entry, seq: seqOf(index), elapsed: elapsedUs(index) }) as Entry);

const textOf = (entries: readonly Entry[]): string =>
  entries.map((entry) => ('bytes' in entry ? decodeLossy(entry.bytes) : '')).join('');

/** The text that a reader sees after joining the pieces. */
function heard(entries: readonly Entry[], member: string | undefined): string {
  const pieces = entries.slice(BEGINNING.length).map((entry) => {
    const said = entry.kind === 'event' ? '' : decodeLossy(entry.bytes);
    if (member === undefined) return said;
    const spelled = new RegExp(`"${member}":("(?:[^"\\\\]|\\\\.)*")`).exec(said)?.[1] ?? '""';
    const value = String(JSON.parse(spelled));
    return said.includes('terminal_output_chunk') ? decodeLossy(fromBase64(value) ?? new Uint8Array()) : value;
  });
  return pieces.join('');
}

/** Character by character, and in two at every place. */
const splits = (whole: string): readonly (readonly string[])[] => [
  Array.from(whole),
  ...Array.from({ length: whole.length - 1 }, (_, index) => [whole.slice(0, index + 1), whole.slice(index + 1)]),
];

const SECRETS = [
  ['by its shape', 'The key sk-ant-canary0123456789abcdef works.', 'sk-ant-canary0123456789abcdef'],
  ['by its name', 'Run it with API_TOKEN=canary0123456789 now.', 'canary0123456789'],
  ['in words', 'The password is canary2!xyz, use it.', 'canary2!xyz'],
  ['from elsewhere', 'It says canary-0123456789-env there.', 'canary-0123456789-env'],
  ['for a user name', 'It is in /home/canaria/app there.', 'canaria'],
] as const;

describe.each(WAYS)('a text in pieces of %s', (_way, toEntry, member) => {
  test.each(SECRETS)('a secret that is known %s is masked wherever it is cut', (_how, whole, secret) => {
    const masked = whole.replace(secret, secret === 'canaria' ? 'user' : '[redacted-N]');
    for (const pieces of someOf(splits(whole), 30)) {
      const entries = redactedEntries(inPieces(pieces, toEntry));
      expect(heard(entries, member).replaceAll(/\[redacted-\d+\]/g, '[redacted-N]')).toBe(masked);
    }
  });

  test('text without secrets stays as it was, in the same pieces', () => {
    const entries = inPieces(Array.from('The password is wrong, and the token: what you were given.'), toEntry);
    expect(redactedEntries(entries).slice(BEGINNING.length)).toEqual(entries.slice(BEGINNING.length));
  });
});

/** One of each kind that a form may show in its own way. */
const SHOWN = new Set(['agent_message_chunk', 'tool_call_content_chunk', 'terminal_output_chunk', 'stderr']);

/** The parts of a secret that give it away. */
const leaks = (said: string, secret: string): readonly string[] =>
  Array.from({ length: secret.length - 7 }, (_, index) => secret.slice(index, index + 8)).filter((part) =>
    said.includes(part),
  );

test.each(SHARE_FORMS)('%s has none of a secret that came in pieces', (form) => {
  const [, whole, secret] = SECRETS[0];
  for (const [, toEntry] of WAYS.filter(([way]) => SHOWN.has(way)))
    for (const pieces of someOf(splits(whole), 30)) {
      const entries = inPieces(pieces, toEntry);
      const selected = entries.length - 1;
      expect(leaks(shareEntries(form, redactedEntries(entries), { selected }), secret)).toEqual([]);
    }
});

describe('a text that ends inside a known secret', () => {
  const secret = 'sk-ant-canary0123456789abcdef';
  const output = (id: number, text: string) =>
    `< ${id} terminal/output {"sessionId":"s","terminalId":"t"}\n> ${id} ok ${JSON.stringify({ output: text, truncated: true })}`;
  const updated = (text: string) =>
    `< session/update ${JSON.stringify({ sessionId: 's', update: { sessionUpdate: 'tool_call_update', toolCallId: 't', content: [content(text)] } })}`;

  test.each([
    ['that grows from update to update', (text: string, _id: number) => updated(text)],
    ['that is asked for again and again', (text: string, id: number) => output(id, text)],
  ])('and %s', (_how, toEntry) => {
    const whole = `It is ${secret}.`;
    const grown = Array.from(whole, (_, index) => toEntry(whole.slice(0, index + 1), index));
    const cut = Array.from(secret, (_, index) => toEntry(`${secret.slice(index)} it is`, 100 + index));
    expect(leaks(redacted(parseTranscript([...grown, ...cut].join('\n'))), secret)).toEqual([]);
  });

  test('and has exactly half of a short one', () => {
    const short = JSON.stringify({ headers: { 'X-Key': 'k7Qx2mZ9' } });
    const lines = [`> 1 _a ${short}`, output(2, 'It is k7Qx'), output(3, '2mZ9 it is')];
    expect(redacted(parseTranscript(lines.join('\n')))).not.toMatch(/k7Qx|2mZ9/);
  });
});

describe('a secret in two pieces is masked', () => {
  const secret = 'sk-ant-canary0123456789abcdef';
  const said = chunk('agent_message_chunk', {});
  const elsewhere = notification('session/update', {
    sessionId: 'other',
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: ' Meanwhile. ' } },
  });
  const asked = '> 3 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"and?"}]}';

  test.each([
    ['a request of the agent', said, parseTranscript('< 9 fs/read_text_file {"sessionId":"s","path":"/work/a"}')],
    ['the client’s answer', said, parseTranscript('> 9 ok {"content":"a"}')],
    ['a notification of the client', said, parseTranscript('> session/cancel {"sessionId":"s"}')],
    ['text in another session', said, [elsewhere as Entry]],
    ['the agent’s stderr', said, parseTranscript('! meanwhile')],
    ['the next prompt, if stderr has the pieces', WAYS[9]?.[1] ?? said, parseTranscript(asked)],
  ])('even if %s comes between them', (_what, toEntry, between) => {
    const [...pieces] = inPieces([`It is ${secret.slice(0, 12)}`, `${secret.slice(12)} there.`], toEntry);
    const entries = inOrder([...pieces.slice(0, -1), ...between, ...pieces.slice(-1)]);
    expect(leaks(textOf(redactedEntries(entries)), secret)).toEqual([]);
  });
});

describe('a secret in two pieces is masked though another text arrives between them', () => {
  const secret = 'sk-ant-canary0123456789abcdef';
  const delta = (params: object, method: string) => (piece: string) =>
    notification(method, { sessionId: 's', ...params, delta: piece });
  const first = delta({}, '_agent/delta');

  /** Two texts that differ in one thing only. */
  const pairs: readonly (readonly [what: string, toEntry: ToEntry, other: ToEntry])[] = [
    ['session', first, delta({ sessionId: 'other' }, '_agent/delta')],
    ['method', first, delta({}, '_agent/other_delta')],
    ['kind of update', chunk('agent_message_chunk', {}), chunk('agent_thought_chunk', {})],
    ...['messageId', 'toolCallId', 'terminalId', 'terminal_id', 'compactionId'].map(
      (id) => [id, delta({ [id]: 'a' }, '_agent/delta'), delta({ [id]: 'b' }, '_agent/delta')] as const,
    ),
    ['message', chunk('agent_message_chunk', { messageId: 'a' }), chunk('agent_message_chunk', { messageId: 'b' })],
    ['terminal of a tool call', printing('a'), printing('b')],
  ];

  test.each(pairs)('of another %s', (_what, toEntry, other) => {
    const between = other(' Something else. ');
    const [one, two] = [toEntry(secret.slice(0, 12)), toEntry(secret.slice(12))];
    const entries = inOrder([...BEGINNING, one, between, two, between]);
    expect(leaks(textOf(redactedEntries(entries)), secret.slice(12))).toEqual([]);
  });

  test('in another member of the same messages', () => {
    const both = (one: string, other: string) =>
      notification('_agent/delta', { sessionId: 's', delta: one, output: other });
    const entries = inOrder([
      ...BEGINNING,
      both(secret.slice(0, 12), ' Something else. '),
      both(secret.slice(12), ' And more. '),
    ]);
    expect(leaks(textOf(redactedEntries(entries)), secret.slice(12))).toEqual([]);
  });
});

test('a turn ends a text in pieces', () => {
  const said = (text: string) => ({ ...chunk('agent_message_chunk', {})(text) });
  const [first, ...rest] = inPieces(['The password is', ' canary2!xyz'], said);
  const asked = parseTranscript('> 3 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"and?"}]}');
  const entries = inOrder([...(first ? [first] : []), ...rest.slice(0, -1), ...asked, ...rest.slice(-1)]);
  expect(redactedEntries(entries).at(-1)).toEqual(entries.at(-1));
});
