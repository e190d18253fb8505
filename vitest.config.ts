import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['acptap-source', 'node'] },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    globalSetup: ['test/node-guard.ts'],
    // Processes, pipes and a browser on two shared cores: these limits are for what hangs, not for what is slow.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
  },
});
