import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHANGED_CLIENTS, renderChangedClients } from './changed-clients.ts';

test('replays to changed clients as expected (update: npm run golden)', () => {
  expect(renderChangedClients()).toBe(readFileSync(CHANGED_CLIENTS, 'utf8'));
});
