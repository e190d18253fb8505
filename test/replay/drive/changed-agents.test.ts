import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { goldenFor, goldenStep } from '../../support/effort.ts';
import { CHANGED_AGENTS, renderChangedAgents } from './changed-agents.ts';

test('drives changed agents as expected (update: npm run golden)', async () => {
  const made = await renderChangedAgents(goldenStep(6));
  expect(made).toBe(goldenFor(made, readFileSync(CHANGED_AGENTS, 'utf8')));
});
