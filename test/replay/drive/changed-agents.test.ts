import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { goldenFor, rounds } from '../../support/effort.ts';
import { CHANGED_AGENTS, renderChangedAgents } from './changed-agents.ts';

test('drives changed agents as expected (update: npm run golden)', async () => {
  const made = await renderChangedAgents(rounds(6, 1));
  expect(made).toBe(goldenFor(made, readFileSync(CHANGED_AGENTS, 'utf8')));
});
