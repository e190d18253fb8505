import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { specifiersOf, targetOf } from './support/imports.ts';

/**
 * Who may import whom, packages included: the rooms of the house and the dependency policy in one table. A room may
 * import itself; what is not listed is forbidden. `node:` stands for all of Node's modules.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  // Pure and browser-safe. The five files are for every room of the core.
  'proxy/core/errors.ts': [],
  'proxy/core/units.ts': [],
  'proxy/core/assert-never.ts': [],
  'proxy/core/set-newest.ts': [],
  'proxy/core/cache.ts': [],
  // Helpers that know nothing of ACP.
  'proxy/core/text': [],
  'proxy/core/json': ['proxy/core/text'],
  'proxy/core/wire': ['proxy/core/json'],
  'proxy/core/protocol': ['proxy/core/json', 'proxy/core/wire'],
  // Types of what the folds give.
  'proxy/core/model': [],
  // The one fold over entries.
  'proxy/core/trace': ['proxy/core/json', 'proxy/core/wire', 'proxy/core/protocol'],
  // Which entries belong to one turn, message, tool call.
  'proxy/core/grouping': [
    'proxy/core/json',
    'proxy/core/wire',
    'proxy/core/protocol',
    'proxy/core/model',
    'proxy/core/trace',
    'proxy/core/contract',
  ],
  'proxy/core/rules': ['proxy/core/json', 'proxy/core/wire', 'proxy/core/protocol', 'proxy/core/trace'],
  // All that is derived from entries, in one pass.
  'proxy/core/fold': [
    'proxy/core/json',
    'proxy/core/wire',
    'proxy/core/model',
    'proxy/core/trace',
    'proxy/core/grouping',
    'proxy/core/rules',
  ],
  'proxy/core/filter': ['proxy/core/wire', 'proxy/core/protocol'],
  // Windows of the timeline.
  'proxy/core/rows': ['proxy/core/model', 'proxy/core/grouping', 'proxy/core/filter', 'proxy/core/contract'],
  // A group as the user of the editor saw it.
  'proxy/core/cards': [
    'proxy/core/json',
    'proxy/core/wire',
    'proxy/core/protocol',
    'proxy/core/model',
    'proxy/core/trace',
    'proxy/core/grouping',
  ],
  // What the agent did with files.
  'proxy/core/files': [
    'proxy/core/text',
    'proxy/core/json',
    'proxy/core/protocol',
    'proxy/core/model',
    'proxy/core/cards',
  ],
  'proxy/core/stats': [
    'proxy/core/json',
    'proxy/core/wire',
    'proxy/core/model',
    'proxy/core/trace',
    'proxy/core/grouping',
  ],
  'proxy/core/info': [
    'proxy/core/json',
    'proxy/core/wire',
    'proxy/core/protocol',
    'proxy/core/model',
    'proxy/core/trace',
    'proxy/core/grouping',
    'proxy/core/rules',
    'proxy/core/stats',
  ],
  // What changed between two recordings.
  'proxy/core/compare': [
    'proxy/core/text',
    'proxy/core/json',
    'proxy/core/wire',
    'proxy/core/protocol',
    'proxy/core/model',
    'proxy/core/trace',
    'proxy/core/grouping',
    'proxy/core/stats',
  ],
  'proxy/core/recording': ['proxy/core/json', 'proxy/core/wire'],
  'proxy/core/redaction': ['proxy/core/json', 'proxy/core/wire'],
  // What to do with a frame.
  'proxy/core/intervene': [
    'proxy/core/contract',
    'proxy/core/json',
    'proxy/core/wire',
    'proxy/core/protocol',
    'proxy/core/trace',
    'proxy/core/grouping',
    'proxy/core/fold',
    'proxy/core/filter',
  ],
  // A recording without what differs from run to run.
  'proxy/core/canonical': [
    'proxy/core/json',
    'proxy/core/wire',
    'proxy/core/protocol',
    'proxy/core/trace',
    'proxy/core/compare',
  ],
  // A recording in memory: its index, and what queries read.
  'proxy/core/queries/memory': [
    'proxy/core/wire',
    'proxy/core/model',
    'proxy/core/trace',
    'proxy/core/grouping',
    'proxy/core/rules',
    'proxy/core/fold',
    'proxy/core/filter',
    'proxy/core/rows',
    'proxy/core/cards',
    'proxy/core/files',
    'proxy/core/info',
    'proxy/core/contract',
    'proxy/core/queries/recording-source.ts',
  ],
  // The one port over recordings.
  'proxy/core/queries': [
    'proxy/core/stats',
    'proxy/core/wire',
    'proxy/core/model',
    'proxy/core/trace',
    'proxy/core/grouping',
    'proxy/core/rules',
    'proxy/core/fold',
    'proxy/core/filter', // foldCase
    'proxy/core/rows',
    'proxy/core/cards',
    'proxy/core/files',
    'proxy/core/info',
    'proxy/core/compare',
    'proxy/core/share',
    'proxy/core/contract',
  ],
  'proxy/core/share': [
    'proxy/core/json',
    'proxy/core/text',
    'proxy/core/wire',
    'proxy/core/protocol',
    'proxy/core/model',
    'proxy/core/trace',
    'proxy/core/grouping',
    'proxy/core/rules',
    'proxy/core/fold',
    'proxy/core/rows',
    'proxy/core/cards',
    'proxy/core/recording',
    'proxy/core/redaction',
    'proxy/core/canonical',
    'proxy/core/queries/memory',
    'proxy/core/contract',
  ],
  // What server and page say to each other.
  'proxy/core/contract': ['proxy/core/model'],
  // If anything else of ours breaks, the wire must not notice.
  'proxy/shim': ['node:'],
  'proxy/recorder': ['proxy/core', 'proxy/store', 'proxy/shim', 'node:'],
  'proxy/store': ['proxy/core', 'proxy/shim/own-data.ts', 'proxy/shim/file-identity.ts', 'node:', 'better-sqlite3'],
  // Regexes that always end, for rooms that filter: the recorder does not, and need not load them.
  'proxy/regex': ['proxy/core', 're2js'],
  // `run` with options that interfere: loaded only then. It imports a user's script by its path.
  'proxy/intervene': ['proxy/core', 'proxy/regex', 'proxy/shim', 'proxy/script', 'node:', 'a computed import'],
  // What a user's script imports, and the call of its function.
  'proxy/script': ['proxy/core'],
  // It lives in other people's tests: no database.
  'proxy/replay': ['proxy/core', 'proxy/regex', 'node:'],
  // So does this; it also starts the agent that is to be recorded.
  'proxy/vitest': ['proxy/core', 'proxy/replay', 'proxy/agent-process/agent-process.ts', 'node:', 'vitest'],
  'proxy/node-test': ['proxy/vitest', 'node:'],
  // An agent as a child process, with its process group.
  'proxy/agent-process': ['proxy/core', 'proxy/recorder', 'proxy/shim', 'node:'],
  'proxy/server': ['proxy/core', 'proxy/regex', 'proxy/store', 'node:', 'fastify', '@fastify/static', 'nanoid', 'ws'],
  // What a coding agent asks about recordings.
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
const LEAVES = ['errors', 'units', 'assert-never', 'set-newest', 'cache'].map((name) => `proxy/core/${name}.ts`);

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

/** Files that need each other: commands of the page, parts of the explanation of a union, a generated table and its types. */
const CIRCLES = [
  'proxy/core/protocol/explain-choice.ts',
  'proxy/core/protocol/explain-members.ts',
  'proxy/core/protocol/explain-union.ts',
  'proxy/core/protocol/explain.ts',
  'proxy/core/protocol/methods.gen.ts',
  'proxy/core/protocol/methods.ts',
];

test('files import each other in known circles only', () => {
  const importsOf = Map.groupBy(imports, ({ file }) => file);
  const reachedFrom = (file: string) => {
    const reached = new Set<string>();
    for (let next = [file]; next.length > 0;) {
      const found = next.flatMap((each) => importsOf.get(each) ?? []).filter(({ target }) => !reached.has(target));
      next = [...new Set(found.map(({ target }) => target))];
      for (const each of next) reached.add(each);
    }
    return reached;
  };
  expect(files.filter((file) => reachedFrom(file).has(file))).toEqual(CIRCLES);
});
