import { fileURLToPath } from 'node:url';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** Tests that change globals or count steps: a process for each file. The other files of a worker share what they import. */
const ALONE = ['test/*.test.ts', 'test/fuzz/linear.test.ts', 'test/vitest/**/*.test.ts'];

/** Tests of the page. The files that a worker runs share one browser. */
const BROWSER = ['test/browser/**/*.test.ts'];

const shared = {
  root: 'inspector-ui',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { conditions: ['acptap-source'] },
} as const satisfies ViteUserConfig;

/** The inspector page in `dist/inspector`, where the server finds it. */
const page: ViteUserConfig = {
  ...shared,
  base: '/',
  build: {
    outDir: '../dist/inspector',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One request for all that the first view needs, instead of one for each part that a later view shares with it.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] } } },
  },
};

/** A page for a single file: one script, one style sheet. `scripts/offline-page.ts` puts them into the file. */
const inOneFile = (name: string, input: string): ViteUserConfig => ({
  ...shared,
  base: './',
  build: {
    outDir: `../dist/inspector-offline/${name}`,
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    modulePreload: false,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 2000, // kB: it is one file on purpose
    rolldownOptions: {
      input,
      output: { codeSplitting: false, entryFileNames: 'page.js', assetFileNames: 'page[extname]' },
    },
  },
});

const tests: ViteUserConfig = {
  test: {
    globalSetup: ['test/node-guard.ts'],
    setupFiles: ['test/support/whole-lists.ts'],
    // Processes, pipes and a browser on two shared cores: these limits are for what hangs, not for what is slow.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    maxWorkers: 4, // processes wait more than they work
    // MB: workers that run many files spend a third less time on garbage.
    execArgv: ['--max-semi-space-size=64', '--conditions=acptap-source'],
    // Node reads the sources itself: code that Vite has transformed takes half as long again.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)) },
    expect: { requireAssertions: true, poll: { timeout: 110_000 } },
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: BROWSER,
          isolate: false,
          globalSetup: ['test/browser/read-only-inspector.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'together', include: ['test/**/*.test.ts'], exclude: [...ALONE, ...BROWSER], isolate: false },
      },
    ],
  },
};

const offline: Readonly<Record<string, ViteUserConfig>> = {
  recording: inOneFile('recording', 'inspector-ui/offline.tsx'),
  stats: inOneFile('stats', 'inspector-ui/offline-stats.tsx'),
};

/** Modes: `test` is vitest's; those of `offline` and the default are given by `scripts/build.ts`. */
export default defineConfig(({ mode }) => (mode === 'test' ? tests : (offline[mode] ?? page)));
