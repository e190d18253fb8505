import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHANGED_AGENTS, renderChangedAgents } from './changed-agents.ts';

test('drives changed agents as expected (update: npm run golden)', async () => {
  expect(await renderChangedAgents()).toBe(readFileSync(CHANGED_AGENTS, 'utf8'));
});
