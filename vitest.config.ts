import { defineConfig } from 'vitest/config';

/** Tests that leave nothing behind, no process and no changed global. What one file has imported the next need not. */
const TOGETHER = ['agents', 'core', 'golden', 'inspector-ui', 'planted', 'protocol', 'recording', 'rules'].map(
  (folder) => `test/${folder}/**/*.test.{ts,tsx}`,
);

export default defineConfig({
  resolve: { conditions: ['acptap-source', 'node'] },
  test: {
    globalSetup: ['test/node-guard.ts'],
    // Processes, pipes and a browser on two shared cores: these limits are for what hangs, not for what is slow.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    projects: [
      { extends: true, test: { name: 'alone', include: ['test/**/*.test.{ts,tsx}'], exclude: TOGETHER } },
      { extends: true, test: { name: 'together', include: TOGETHER, isolate: false } },
    ],
  },
});
