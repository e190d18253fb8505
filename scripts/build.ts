/**
 * Builds everything shipped into `dist/`. Run by `npm ci`, `npm pack` and `npm run build`. In package.json `npm ci` finds
 * it as `postprepare`: a packed `prepare` makes npm warn each user of an install script. `--if-changed` keeps a build
 * whose inputs have not changed. `--commands-only`, for the mutation run, keeps the page and the generated sources.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build as buildShim } from 'esbuild';
import { build, type BuildOptions, type OutputChunk } from 'rolldown';
import { build as buildPage } from 'vite';
import { isBuilt, rememberBuild } from './built.ts';
import { generate } from './generate.ts';
import { manPage } from './man-page.ts';
import { offlinePage } from './offline-page.ts';
import { keepPublicTypes } from './public-types.ts';
import { thirdPartyLicenses } from './third-party-licenses.ts';

if (process.argv.includes('--if-changed') && isBuilt()) process.exit();
const commandsOnly = process.argv.includes('--commands-only');
if (!commandsOnly) {
  rmSync('dist', { recursive: true, force: true });
  generate();
}

/** The shim: small, without dependencies, for Node 20. Keeps the source order, because it reads its parent first. */
await buildShim({
  entryPoints: { cli: 'proxy/cli/cli.ts' },
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: ['./main.ts', '../intervene/main.ts'],
  legalComments: 'none',
  minifyWhitespace: true, // less to read before the agent starts
  minifySyntax: true,
});
takeShimBuiltins();
chmodSync('dist/cli.js', 0o755);

/**
 * One file each: the code that `run` loads before the agent starts if it takes part, the thread of a script, and the
 * module that scripts import.
 */
await buildShim({
  entryPoints: {
    intervene: 'proxy/intervene/main.ts',
    'script-worker': 'proxy/intervene/script-worker.ts',
    script: 'proxy/script/index.ts',
  },
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  conditions: ['acptap-source'],
  legalComments: 'none',
  minifyWhitespace: true,
  minifySyntax: true,
});

/** Modules that every command loads, and those that the recorder, or `list` on an old Node, loads at its start. */
const first = new Set<string>();
const FIRST = /proxy\/(?:cli\/main|cli\/commands\/list|recorder\/main)\.ts$/;

/** Everything else, in few files: Node needs longer to find and link a hundred modules than to read them. */
const rest = {
  input: {
    main: 'proxy/cli/main.ts',
    recorder: 'proxy/recorder/main.ts',
    indexer: 'proxy/recorder/indexer.ts',
    'replay-api': 'proxy/replay/index.ts',
    'vitest-api': 'proxy/vitest/index.ts',
    'node-test-api': 'proxy/node-test/index.ts',
    'require-node': 'proxy/replay/require-node.ts',
    'demo-agent': 'proxy/cli/demo/agent.ts',
  },
  platform: 'node',
  external: ['better-sqlite3', 'vitest'],
  resolve: {
    conditionNames: ['acptap-source', 'node', 'module', 'import', 'default'],
    mainFields: ['module', 'main'], // jsonc-parser's main file cannot be bundled; OpenTelemetry's keeps unused parts
  },
  transform: { target: 'node20' },
  plugins: [
    {
      name: 'find-first',
      buildEnd() {
        const add = (id: string): void => {
          if (first.has(id)) return;
          first.add(id);
          for (const imported of this.getModuleInfo(id)?.importedIds ?? []) add(imported);
        };
        for (const id of this.getModuleIds()) if (FIRST.test(id)) add(id);
      },
    },
  ],
  output: {
    dir: 'dist',
    format: 'esm',
    comments: false,
    chunkFileNames: ({ name }) => `${name.split('~')[0]}-[hash].js`,
    codeSplitting: {
      groups: [
        { name: 'first', test: (id) => first.has(id), minShareCount: 2 },
        // Without the store: it imports better-sqlite3, which commands load by themselves, to report if it is missing.
        { name: 'common', test: (id) => /\/proxy\/(?!store\/)/.test(id) && !id.endsWith('.gen.ts'), minShareCount: 8 },
        { name: 'shared', entriesAware: true, minShareCount: 2 },
      ],
    },
  },
} satisfies BuildOptions;

const { output: commands } = await build(rest);
for (const chunk of commands) if (chunk.type === 'chunk') takeBuiltins(chunk);
// Entries for tests check the version of Node before they load anything else, which an old Node could not run.
const exported = ['replay', 'vitest', 'node-test'];
for (const name of exported)
  writeFileSync(`dist/${name}.js`, `import './require-node.js';\nexport * from './${name}-api.js';\n`);
if (commandsOnly) process.exit();
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'proxy/tsconfig.types.json'], {
  stdio: 'inherit',
});
keepPublicTypes('dist/types', [...exported, 'script']);
const [{ program }, { version }] = await Promise.all([
  import('../proxy/cli/program/program.ts'), // needs what `generate` writes
  import('../proxy/cli/version.gen.ts'),
]);
mkdirSync('dist/man');
writeFileSync('dist/man/acptap.1', manPage(program(), version));
const page = await buildPage({ logLevel: 'warn' });
const offline = [];
for (const mode of ['recording', 'stats']) {
  offline.push(await buildPage({ logLevel: 'warn', mode }));
  packOffline('dist/inspector-offline', mode);
}
const inPage = [page, ...offline].flat().flatMap((output) => ('output' in output ? output.output : []));
const inputs = [
  fileURLToPath(import.meta.resolve('@secretlint/secretlint-rule-preset-recommend')), // its patterns are in service-patterns.gen.ts
  ...[...commands, ...inPage].flatMap((chunk) => ('modules' in chunk ? Object.keys(chunk.modules) : [])),
];
writeFileSync('THIRD-PARTY-LICENSES', thirdPartyLicenses(inputs));
rememberBuild();

/** Combines the parts of a single-file page. */
function packOffline(folder: string, name: string): void {
  const [script, style] = ['page.js', 'page.css'].map((part) => readFileSync(`${folder}/${name}/${part}`, 'utf8'));
  if (script === undefined || style === undefined) throw new Error('the page for one file lacks a part');
  rmSync(`${folder}/${name}`, { recursive: true });
  writeFileSync(`${folder}/${name}.html`, offlinePage({ script, style }));
}

/**
 * Takes Node's modules from `process.getBuiltinModule`: an `import` of `node:fs` loads all its exports, `fs.promises`
 * too, which delays the agent's start by 4 ms. Node before 20.16 has only `require`.
 */
function takeShimBuiltins(): void {
  const [hashbang = '', ...lines] = readFileSync('dist/cli.js', 'utf8').split(/^/m);
  const builtin =
    "const builtin = process.getBuiltinModule ?? (await import('node:module')).createRequire(import.meta.url);\n";
  const code = withBuiltins(lines.join(''))
    .replace('import("./main.ts")', 'import("./main.js")')
    .replace('import("../intervene/main.ts")', 'import("./intervene.js")');
  if (/\bimport[{"*]/.test(code)) throw new Error('dist/cli.js still imports something');
  writeFileSync('dist/cli.js', `${hashbang}${builtin}${code}`);
}

/** The same for other commands, without a top-level `await`, which makes linking slower. */
function takeBuiltins({ fileName, code }: OutputChunk): void {
  const plain = withBuiltins(code);
  if (/^import\b[^'"\n]*"node:/m.test(plain)) throw new Error(`dist/${fileName} still imports a module of Node`);
  const builtin = 'const builtin = process.getBuiltinModule ?? requireOf(import.meta.url);';
  writeFileSync(`dist/${fileName}`, `import { createRequire as requireOf } from 'node:module';\n${builtin}\n${plain}`);
}

function withBuiltins(code: string): string {
  return code.replaceAll(
    /\bimport ?(?:\* as )?([\w$]+)?(?:, )?(?:\{([^}]*)\})? ?from ?"(node:[a-z0-9_/]+)";/g,
    (_import, name: string | undefined, names: string | undefined, from: string) =>
      [name, names && `{${names.replaceAll(' as ', ':')}}`]
        .filter((taken) => taken !== undefined)
        .map((taken) => `const ${taken}=builtin(${JSON.stringify(from)});`)
        .join(''),
  );
}
