import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hasTypesOnly, specifiersOf, targetOf } from './support/imports.ts';

const core = (rooms: string): readonly string[] => rooms.split(' ').map((room) => `proxy/core/${room}`);
const replay = (rooms: string): readonly string[] => rooms.split(' ').map((room) => `proxy/replay/${room}`);

/**
 * Who may import whom, packages included: the rooms of the house and the dependency policy in one table. A room may
 * import itself; unlisted imports are forbidden. `node:` stands for all of Node's modules.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  // Pure and browser-safe. The six files are for every room of the core.
  'proxy/core/errors.ts': [],
  'proxy/core/units.ts': [],
  'proxy/core/assert-never.ts': [],
  'proxy/core/set-newest.ts': [],
  'proxy/core/cache.ts': [],
  'proxy/core/clamp.ts': [],
  // Helpers that know nothing of ACP.
  'proxy/core/text': [],
  'proxy/core/json': ['proxy/core/text'],
  'proxy/core/wire': ['proxy/core/json'],
  'proxy/core/protocol': core('text json wire'),
  // Types of what the folds give.
  'proxy/core/model': [],
  // The one fold over entries.
  'proxy/core/trace': core('text json wire protocol'),
  // Which entries belong to one turn, message, tool call.
  'proxy/core/grouping': core('text json wire protocol model trace'),
  // The engine of the rules, their shared helpers, and the rules.
  'proxy/core/rules/engine': core('text json wire protocol model trace'),
  'proxy/core/rules/helpers': core('text json wire protocol trace rules/engine'),
  'proxy/core/rules': core('text json wire protocol model trace'),
  // All that is derived from entries, in one pass.
  'proxy/core/fold': core('text json wire model trace grouping rules'),
  'proxy/core/filter': ['proxy/core/wire', 'proxy/core/protocol'],
  // Windows of the timeline.
  'proxy/core/rows': core('protocol model grouping filter contract'),
  // A group as the user of the editor saw it.
  'proxy/core/cards': core('json wire protocol model trace grouping'),
  // Reads, proposals and writes of files.
  'proxy/core/files': core('text json protocol model cards'),
  'proxy/core/stats': core('json wire model trace grouping'),
  'proxy/core/info': core('text json wire protocol model trace grouping rules stats'),
  // Differences between two recordings.
  'proxy/core/compare': core('text json wire protocol model trace grouping stats'),
  'proxy/core/recording': ['proxy/core/json', 'proxy/core/wire'],
  'proxy/core/redaction': core('text json wire'),
  // Actions for a frame.
  'proxy/core/intervene': core('contract json wire protocol trace grouping fold filter'),
  // A recording without what differs from run to run.
  'proxy/core/canonical': core('text json wire protocol trace compare'),
  // Where queries read a recording: the store is one such source, the memory another.
  'proxy/core/recording-source.ts': core('wire model grouping rows cards files info contract'),
  // A recording in memory: its index, and what queries read.
  'proxy/core/memory': core(
    'wire model trace grouping rules fold filter rows cards files info contract recording-source.ts',
  ),
  // The one port over recordings.
  'proxy/core/queries': core(
    'stats wire model trace grouping rules fold filter rows files info compare share contract recording-source.ts',
  ),
  'proxy/core/share': core(
    'json text wire protocol model trace grouping rules fold rows cards recording redaction canonical memory contract',
  ),
  // The messages between server and page.
  'proxy/core/contract': ['proxy/core/model'],
  // If anything else of ours breaks, the wire must not notice.
  'proxy/shim': ['node:'],
  'proxy/recorder': ['proxy/core', 'proxy/store', 'proxy/shim', 'node:'],
  'proxy/store': ['proxy/core', 'proxy/shim/own-data.ts', 'proxy/shim/file-identity.ts', 'node:', 'better-sqlite3'],
  // Regexes that always end, for rooms that filter: the recorder does not, and need not load them.
  'proxy/regex': ['proxy/core', 're2js'],
  // `run` with options that interfere: loaded only then. It imports a user's script by its path.
  'proxy/intervene': ['proxy/core', 'proxy/regex', 'proxy/shim', 'proxy/script', 'node:', 'a computed import'],
  // The types that a user's script imports, and the call of its function.
  'proxy/script': ['proxy/core'],
  // It lives in other people's tests: no database. Types that several of its rooms use, and the default options.
  'proxy/replay/model': ['proxy/core'],
  'proxy/replay/defaults.ts': replay('model'),
  // A recording as lines, and when each is due.
  'proxy/replay/playbook': ['proxy/core', 'node:', ...replay('model')],
  // How alike two messages are.
  'proxy/replay/matching': ['proxy/core', ...replay('model playbook')],
  'proxy/replay/report': ['proxy/core', ...replay('model defaults.ts')],
  // A running replay.
  'proxy/replay/player': ['proxy/core', 'node:', ...replay('model defaults.ts playbook matching report')],
  // Switches between the players of several recordings.
  'proxy/replay/branches': ['proxy/core', ...replay('model defaults.ts playbook player')],
  // The streams between a client and a running replay.
  'proxy/replay/connection': ['proxy/core/wire', 'node:', ...replay('model player')],
  'proxy/replay/faults': ['proxy/core', 'proxy/regex', 'node:', ...replay('model connection')],
  // The player of the client.
  'proxy/replay/drive': ['proxy/core', ...replay('playbook player')],
  // The public library, which joins its rooms.
  'proxy/replay': ['proxy/core', 'node:'],
  // So does this; it also starts the agent that is to be recorded.
  'proxy/vitest': ['proxy/core', 'proxy/replay', 'proxy/agent-process/agent-process.ts', 'node:', 'vitest'],
  'proxy/node-test': ['proxy/vitest', 'node:'],
  // An agent as a child process, with its process group.
  'proxy/agent-process': ['proxy/core', 'proxy/recorder', 'proxy/shim', 'node:'],
  'proxy/server': ['proxy/core', 'proxy/regex', 'proxy/store', 'node:', 'fastify', '@fastify/static', 'nanoid', 'ws'],
  // The MCP server for coding agents.
  'proxy/mcp': ['proxy/core', '@modelcontextprotocol/sdk', 'zod'],
  // Traces, logs and metrics for a tracing backend.
  'proxy/telemetry': [
    'proxy/core',
    'node:',
    '@opentelemetry/api',
    '@opentelemetry/core',
    '@opentelemetry/otlp-exporter-base',
    '@opentelemetry/otlp-transformer',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-logs',
    '@opentelemetry/sdk-metrics',
    '@opentelemetry/sdk-trace',
    '@opentelemetry/semantic-conventions',
  ],
  // Editors' settings.
  'proxy/setup': ['proxy/core', 'proxy/shim/run-arguments.ts', 'node:', 'jsonc-parser'],
  'proxy/cli': [
    'proxy/core',
    'proxy/shim',
    'proxy/recorder',
    'proxy/store',
    'proxy/replay',
    'proxy/server',
    'proxy/regex',
    'proxy/agent-process',
    'proxy/setup',
    'proxy/intervene',
    'proxy/mcp',
    'proxy/telemetry',
    'node:',
    'commander',
  ],
  'inspector-ui': ['proxy/core', 'proxy/regex', 'preact', '@preact/signals', 'marked', 'diff'],
};

/** Leaves that every room of the core may use. */
const LEAVES = ['errors', 'units', 'assert-never', 'set-newest', 'cache', 'clamp'].map(
  (name) => `proxy/core/${name}.ts`,
);

const isIn = (place: string, target: string) => target === place || target.startsWith(`${place}/`);

const roomOf = (file: string) => Object.keys(allowed).find((room) => isIn(room, file));

const files = globSync('{proxy,inspector-ui}/**/*.{ts,tsx}').toSorted();

const imports = files.flatMap((file) =>
  specifiersOf(file, readFileSync(file, 'utf8')).map((specifier) => ({ file, target: targetOf(file, specifier) })),
);

const inRooms = Map.groupBy(imports, ({ file }) => roomOf(file));

const importsIn = (room: string) => inRooms.get(room) ?? [];

describe('the table', () => {
  test('has a room for every file', () => {
    expect(files.filter((file) => roomOf(file) === undefined)).toEqual([]);
    expect(files.length).toBeGreaterThan(100);
  });

  test('lets no room import what it does not', () => {
    const used = (room: string, other: string) => importsIn(room).some(({ target }) => isIn(other, target));
    const unused = Object.entries(allowed).flatMap(([room, others]) =>
      others.filter((other) => !used(room, other)).map((other) => `${room} imports no ${other}`),
    );
    expect(unused).toEqual([]);
  });
});

test.each(Object.entries(allowed))('%s imports only what it may', (room, others) => {
  const open = [room, ...others, ...(isIn('proxy/core', room) ? LEAVES : [])];
  const forbidden = importsIn(room).filter(({ target }) => !open.some((place) => isIn(place, target)));
  expect(forbidden).toEqual([]);
});

/** The rooms of the page, in order: a room imports only rooms before it. Files outside these rooms may import any. */
const PAGE = [
  'text backends',
  'state/page state/axis state/list state/filter state/detail state/conversation state/live state/recordings state/shell',
  'views/view.ts components views/filter views/timeline views/overview views/conversation views/stats views/findings',
  'views/info views/files views/sequence views/detail views/live views/drop views/recordings views/compare',
  'views/views.ts views/recording views/copy views/palette views/help views/shell',
].flatMap((line) => line.split(' ').map((room) => `inspector-ui/${room}`));

test('rooms of the page import only what stands before them', () => {
  const placeOf = (file: string) => PAGE.findIndex((room) => isIn(room, file)) + 1 || PAGE.length + 1;
  const ahead = importsIn('inspector-ui').filter(
    ({ file, target }) => isIn('inspector-ui', target) && placeOf(target) > placeOf(file),
  );
  expect(ahead).toEqual([]);
});

test('the model of a replay has types only', () => {
  const inModel = files.filter((file) => isIn('proxy/replay/model', file));
  expect(inModel.filter((file) => !hasTypesOnly(file, readFileSync(file, 'utf8')))).toEqual([]);
});

/** Files that need each other: the parts of the explanation of a union. */
const CIRCLES = [
  'proxy/core/protocol/explain-choice.ts',
  'proxy/core/protocol/explain-members.ts',
  'proxy/core/protocol/explain-union.ts',
  'proxy/core/protocol/explain.ts',
];

test('files import each other in known circles only', () => {
  expect(circlesIn(imports)).toEqual(CIRCLES);
});

test('rooms import each other in one direction', () => {
  const between = imports.map(({ file, target }) => ({ file: roomOf(file) ?? '', target: roomOf(target) ?? target }));
  expect(circlesIn(between.filter(({ file, target }) => file !== target))).toEqual([]);
});

/** Returns files or rooms that import themselves through others. */
function circlesIn(edges: typeof imports): readonly string[] {
  const importsOf = Map.groupBy(edges, ({ file }) => file);
  const reachedFrom = (file: string) => {
    const reached = new Set<string>();
    for (let next = [file]; next.length > 0;) {
      const found = next.flatMap((each) => importsOf.get(each) ?? []).filter(({ target }) => !reached.has(target));
      next = [...new Set(found.map(({ target }) => target))];
      for (const each of next) reached.add(each);
    }
    return reached;
  };
  return [...importsOf.keys()].filter((file) => reachedFrom(file).has(file));
}
