import { defineConfig } from 'vite';

/** Builds the page for a single file: one script, one style sheet. `scripts/offline-page.ts` puts them into the page. */
export default defineConfig({
  root: 'inspector-ui',
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { conditions: ['acptap-source'] },
  build: {
    outDir: '../dist/inspector-offline',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    modulePreload: false,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 2000, // kB: it is one file on purpose
    rolldownOptions: {
      input: 'inspector-ui/offline.tsx',
      output: { codeSplitting: false, entryFileNames: 'page.js', assetFileNames: 'page[extname]' },
    },
  },
});
