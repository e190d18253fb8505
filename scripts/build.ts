/** Builds everything shipped into `dist/`. Run by `npm ci` (prepare) and `npm run build`. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { build as buildPage } from 'vite';
import { generate } from './generate.ts';
import { offlinePage } from './offline-page.ts';
import { thirdPartyLicenses } from './third-party-licenses.ts';

const common = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  outdir: 'dist',
  conditions: ['acptap-source'],
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
} satisfies BuildOptions;

rmSync('dist', { recursive: true, force: true });
generate();

/** The shim: small, without dependencies, and able to run on Node 20. */
const shim = {
  ...common,
  entryPoints: { cli: 'proxy/cli/entry.ts' },
  plugins: [siblingMain(), plainBuiltins()],
  target: 'node20',
  minifyWhitespace: true, // less to read before the agent starts
  minifySyntax: true,
};

/** Everything else. Bundled CommonJS packages need a `require`. */
const rest = {
  ...common,
  entryPoints: {
    main: 'proxy/cli/main.ts',
    recorder: 'proxy/recorder/main.ts',
    'replay-api': 'proxy/replay/index.ts',
    'vitest-api': 'proxy/vitest/index.ts',
    'node-test-api': 'proxy/node-test/index.ts',
    'require-node': 'proxy/replay/require-node.ts',
    'demo-agent': 'proxy/cli/demo/agent.ts',
  },
  splitting: true,
  chunkNames: '[name]-[hash]',
  external: ['better-sqlite3', 'vitest'],
  target: 'node20',
  banner: {
    js: "import { createRequire as acptapRequire } from 'node:module'; const require = acptapRequire(import.meta.url);",
  },
} satisfies BuildOptions;

const built = await Promise.all([build(shim), build(rest)]);
chmodSync('dist/cli.js', 0o755);
// Entries for tests check the version of Node before they load anything else, which an old Node could not run.
for (const name of ['replay', 'vitest', 'node-test'])
  writeFileSync(`dist/${name}.js`, `import './require-node.js';\nexport * from './${name}-api.js';\n`);
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'proxy/tsconfig.types.json'], {
  stdio: 'inherit',
});
const page = await buildPage({ logLevel: 'warn' });
const offline = await buildPage({ logLevel: 'warn', mode: 'offline' });
packOffline('dist/inspector-offline');
const inPage = [page, offline].flat().flatMap((output) => ('output' in output ? output.output : []));
const inputs = [
  ...built.flatMap(({ metafile }) => Object.keys(metafile.inputs)),
  fileURLToPath(import.meta.resolve('@secretlint/secretlint-rule-preset-recommend')), // its patterns are in service-patterns.gen.ts
  ...inPage.flatMap((chunk) => ('modules' in chunk ? Object.keys(chunk.modules) : [])),
];
writeFileSync('THIRD-PARTY-LICENSES', thirdPartyLicenses(inputs));

/** Combines the parts of the single-file page. */
function packOffline(folder: string): void {
  const [script, style] = ['page.js', 'page.css'].map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  if (script === undefined || style === undefined) throw new Error('the page for one file lacks a part');
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  writeFileSync(`${folder}/page.html`, offlinePage({ script, style }));
}

/** Builds the shim's only dynamic import as a file beside it, not into it. */
function siblingMain(): Plugin {
  return {
    name: 'sibling-main',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\/main\.ts$/ }, () => ({ path: './main.js', external: true }));
    },
  };
}

/**
 * Takes Node's modules from `process.getBuiltinModule`: an `import` of `node:fs` loads all its exports, `fs.promises`
 * too, which delays the agent's start by 4 ms. Node before 20.16 has only `require`.
 */
function plainBuiltins(): Plugin {
  const banner =
    "const builtin = process.getBuiltinModule ?? (await import('node:module')).createRequire(import.meta.url);\n";
  return {
    name: 'plain-builtins',
    setup({ onEnd }) {
      onEnd(() => {
        const [hashbang = '', ...lines] = readFileSync('dist/cli.js', 'utf8').split(/^/m);
        const code = lines
          .join('')
          .replaceAll(/\bimport\{([^}]*)\}from("node:[a-z_]+");/g, (_import, names: string, from: string) => {
            return `const{${names.replaceAll(' as ', ':')}}=builtin(${from});`;
          });
        if (/\bimport[{"*]/.test(code)) throw new Error('dist/cli.js still imports something');
        writeFileSync('dist/cli.js', `${hashbang}${banner}${code}`);
      });
    },
  };
}
