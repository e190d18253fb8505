import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PLANNED_FRAMES, renderPlannedFrames } from './planned-frames.ts';

test('plans what becomes of frames as expected (update: npm run golden)', () => {
  expect(renderPlannedFrames()).toBe(readFileSync(PLANNED_FRAMES, 'utf8'));
});
