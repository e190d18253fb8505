import { parsePart } from '#core/compare/part.ts';
import { runValueKind, withoutRunValues } from '#core/compare/run-values.ts';
import { faultKinds } from '#core/intervene/fault.ts';
import { readBreakpoint } from '#core/intervene/arrival-filter.ts';
import { readHoldTimeout } from '#core/intervene/hold-timeout.ts';
import { readFault } from '#core/intervene/parse-fault.ts';
import { printFault } from '#core/intervene/print-fault.ts';
import { difference } from '#core/json/difference.ts';
import { findJsonFault } from '#core/json/json-fault.ts';
import { mapItems } from '#core/json/json-items.ts';
import { jsonPlaceAt } from '#core/json/json-place.ts';
import { mapScalars } from '#core/json/json-strings.ts';
import { renderDifference } from '#core/json/render-difference.ts';
import { renderValue } from '#core/json/render-value.ts';
import { completeFrame } from '#core/protocol/complete-frame.ts';
import { describe } from '#core/protocol/describe.ts';
import { createFolderMap } from '#core/protocol/folder-map.ts';
import { nearestName, suggestMethod, suggestName } from '#core/protocol/suggest-name.ts';
import { validateError, validateParams, validateResult } from '#core/protocol/validate.ts';
import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import { readRecordingSync } from '#core/recording/read.ts';
import { relative } from '#core/rules/helpers/absolute-path.ts';
import { excerpt } from '#core/text/excerpt.ts';
import { garbledUpdates } from '#core/rules/engine/garbled-update.ts';
import { explainNotJson, isHeader } from '#core/rules/helpers/not-json.ts';
import { repeatedKey } from '#core/rules/helpers/repeated-key.ts';
import { parseAge, parseBytes } from '#core/text/parse-amount.ts';
import { decodeLossy, encodeUtf8 } from '#core/wire/bytes.ts';
import { decodeFrame, decodeText } from '#core/wire/decode-frame.ts';
import { decodeBody, encodeBody } from '#core/wire/encode-body.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import { replaceMember, lastMember } from '#core/wire/request-id.ts';
import { parseTranscript, renderTranscript } from '#core/wire/transcript.ts';
import { visible } from '#core/wire/visible.ts';
import { compileRegex } from '../../../proxy/regex/linear-regex.ts';
import { QUERIES, readQuery } from './read-query.ts';
import { readChanged } from '../../support/changed-texts.ts';
import { delivered } from '../../support/delivered.ts';
import { DEFAULTS } from '../../fuzz/bytes-targets.ts';
import { fileText, header } from '../../support/recording-file.ts';
import { WHOLE_V1, WHOLE_V2 } from '../../support/whole-conversations.ts';

/** The file with the expected results. `npm run golden` writes it. */
export const CHANGED_TEXTS = 'test/core/changed/changed-texts.txt';

const HEADING = `# What is read from a text, and from the text changed in one character: cut there, without it, with it twice, with another
# in its place. A digest of the result, the number of characters, and a digest of the results of each kind of change.
`;

const BATCH = '< | [{"jsonrpc":"2.0","id":12345678901234567890,"method":"a/b"},{"id":1.5,"error":{"code":"1"}},7]';

const FRAMES = [
  BATCH,
  ...WHOLE_V1.split('\n').filter((_, no) => no % 5 === 2),
  ...WHOLE_V2.split('\n').filter((_, no) => no % 4 === 3),
]
  .flatMap((line) => parseTranscript(line))
  .flatMap((entry) => (entry.kind === 'frame' ? decodeLossy(entry.bytes) : []));

const METHODS = ['session/prompt', 'session/new', 'terminal/output'];

function issuesOf(message: Message) {
  const { kind } = message;
  return ([1, 2] as const).flatMap((version) =>
    (['client', 'agent'] as const).map((from) => {
      if (kind !== 'response') return validateParams(message, { method: message.method, version, from });
      if (!message.outcome.ok) return validateError(message.outcome.error, version);
      const { result } = message.outcome;
      return METHODS.map((method) => validateResult(result, { method, version, from }));
    }),
  );
}

function readFrame(text: string) {
  const bytes = encodeUtf8(text);
  const decoded = decodeFrame(bytes);
  const body = encodeBody(bytes, text.length % 2 === 0);
  const members = [encodeBody(bytes, true), lastMember(text, 'id'), visible(text), findJsonFault(text)];
  if (decoded.kind !== 'json') return [decoded.kind, body, members];
  const read = decoded.parts.map(({ message, faults }) => [
    message && [describe(message), describe(message, { method: 'session/prompt' }), issuesOf(message)],
    faults,
  ]);
  return [
    decoded,
    body,
    members,
    read,
    replaceMember(text, 'id', '7'),
    decodeBody(JSON.parse(`{${body}}`) as object as Record<string, unknown>),
  ];
}

const TWO_UPDATES = ['tool_call', 'tool_call_update']
  .map(
    (variant) =>
      `{"method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"${variant}","toolCallId":"t`,
  )
  .join('');

const OTHER_LINES = [
  'Content-Length: 12\r\n',
  'data: {"jsonrpc":"2.0"}',
  'npm warn {"jsonrpc":"2.0"}',
  '\u{1b}[1mReady',
  '{"a":{"b":1,"\\u0062":2},"a":[{"c":"\\"}:{"}]}',
  TWO_UPDATES,
  '../a.ts',
];

function readOtherLine(text: string) {
  const decoded = decodeText(text);
  const parts = decoded.kind === 'json' ? decoded.parts : [];
  const repeated = decoded.kind === 'json' ? repeatedKey(text, parts) : null;
  return [explainNotJson(text), isHeader(text), garbledUpdates(text), repeated, relative(text), excerpt(text, 12)];
}

const JSON_TEXT = '{"a":[1,-2.5e3,"x\\u0041\\n",null,{"b":true,"path":"/a"}],"a b":{"toolCallId":"t","c":[]},"id":"9"}';

function readJson(text: string, at: number) {
  const places = [jsonPlaceAt(text, at), findJsonFault(text)].map((place) => JSON.stringify(place, withMaps));
  if (findJsonFault(text)) return places;
  const value: unknown = JSON.parse(text);
  const differs = difference(JSON.parse(JSON_TEXT), value);
  const seen: unknown[] = [];
  const mapped = mapScalars(text, {
    string: (of, path, start) => (seen.push([of, path, start]), of.toUpperCase()),
    number: (of) => (of.length > 2 ? '0' : of),
    name: (of) => `${of}.`,
  });
  const items = text.startsWith('[') ? mapItems(text, (item, no) => (no === 1 ? '"second"' : item)) : '';
  return [
    places,
    differs,
    renderDifference(differs, { lines: 2, width: 12 }),
    renderValue(value, 20),
    mapped,
    seen,
    items,
  ];
}

const withMaps = (_: string, value: unknown) => (value instanceof Map ? [...value] : value);

function readFile(text: string) {
  const { header: read, entries } = readRecordingSync([encodeUtf8(text)], DEFAULTS, () => {});
  return [encodeHeader(read), ...[...entries].map(({ entry }) => encodeEntry(entry))];
}

const file = (transcript: string) => fileText(delivered(parseTranscript(transcript)), header({ interventions: true }));

const ORIGINS = ['input', 'output', 'private'] as const;

function readRunValues(text: string) {
  const seen: unknown[] = [];
  const texts = ORIGINS.map((origin) => withoutRunValues(text, origin, (...found) => seen.push(found)));
  const paths = [['chunk_id'], ['pid'], ['duration', 'nanos'], ['startedAt']];
  const kinds = [text, Number(text)].flatMap((value) =>
    paths.flatMap((path) => ORIGINS.map((origin) => runValueKind(value, path, origin))),
  );
  return [texts, seen, kinds];
}

const folders = createFolderMap([
  { from: '/home/me/app', to: 'C:\\work' },
  { from: 'c:\\Users\\Bob', to: '/home/bob' },
  { from: '/home/me/app/lib', to: '/lib' },
]);

const NAMES = ['sessionId', 'toolCallId', 'tool_call_update', 'in_progress', 'readTextFile', 'id', 'cwd'];

interface Reader {
  readonly texts: readonly string[];
  readonly read: (text: string, at: number) => unknown;
}

/** All of the core that reads a text of others. */
const READERS: Readonly<Record<string, Reader>> = {
  query: { texts: QUERIES, read: readQuery },
  fault: {
    texts: [
      ...faultKinds.map(({ example }) => example),
      'drop 25% every 2 where from:agent',
      'mute at most 3',
      'crlf once',
    ],
    read: (text) => printFault(readFault(text, compileRegex)),
  },
  breakpoint: { texts: ['method:fs/* and not kind:response'], read: (text) => readBreakpoint(text, compileRegex) },
  'hold timeout': { texts: ['1.5h', '90s'], read: readHoldTimeout },
  frame: { texts: FRAMES, read: readFrame },
  'frame that is written': {
    texts: FRAMES.slice(0, 8),
    read: (text, at) => [
      completeFrame(text, at, { from: 'client', version: 1, answers: null }),
      completeFrame(text, at, { from: 'agent', version: 2, answers: 'session/new' }),
    ],
  },
  'line that is not a message': { texts: OTHER_LINES, read: readOtherLine },
  JSON: { texts: [JSON_TEXT, `[1, ${JSON_TEXT} , [] ]`], read: readJson },
  transcript: {
    texts: [
      '@5 > 1 a/b {"x":[]}\n< | \\xff\\n\\{3}\n< "1" error {"code":1,"message":"m"}\n! low \\r\n= exit {"code":0}',
    ],
    read: (text) => [renderTranscript(parseTranscript(text)), parseTranscript(text).map(encodeEntry)],
  },
  'recording file': { texts: [file(WHOLE_V2).slice(0, 900), file('> \\| x\n! y\n= exit {"code":0}')], read: readFile },
  'values of a run': {
    texts: [
      'took 1.25 s at 2026-11-02T10:12:44.123Z in /tmp/acp-x7Yq2Z/a.ts',
      '123e4567-e89b-12d3-a456-426614174000',
      '1767225600123',
      '1767225600',
      'call_4a2f1c9',
      '12.5ms',
    ],
    read: readRunValues,
  },
  folder: {
    texts: [
      '/home/me/app/lib/a.ts',
      'file:///home/me/app/a%20b.ts?x#y',
      'see c:/users/bob/a.ts and /home/me/app.',
      'C:\\Users\\Bob\\x',
    ],
    read: (text) => [folders.path(text), folders.text(text), folders.mayName(text)],
  },
  name: {
    texts: ['session/promt', 'sessionID', 'tool_call', 'fs/readTextFile', 'inProgress'],
    read: (text) => [
      suggestName(text, NAMES),
      nearestName(text, NAMES),
      suggestMethod(text, { from: 'client', kind: 'request', version: 1 }),
      suggestMethod(text, { from: 'agent', kind: 'notification', version: 2 }),
    ],
  },
  amount: { texts: ['500MB', '48h', '2GiB'], read: (text) => [parseBytes(text), parseAge(text)] },
  part: { texts: ['turn-21', 'session-1'], read: parsePart },
};

/** The results of all readers, as text. */
export const renderChangedTexts = (): string =>
  HEADING +
  Object.entries(READERS)
    .map(([name, { texts, read }]) => {
      const lines = texts.map((text) => `  ${visible(text.slice(0, 70))}\n    ${readChanged(text, read)}\n`);
      return `\n${name}\n${lines.join('')}`;
    })
    .join('');
