import { defineConfig } from 'vite';

/** Builds the inspector page into `dist/inspector`, where the server finds it. */
export default defineConfig({
  root: 'inspector-ui',
  base: '/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: { conditions: ['acptap-source'] },
  build: {
    outDir: '../dist/inspector',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
