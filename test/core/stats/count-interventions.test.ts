import { expect, test } from 'vitest';
import { createInterventionCounts } from '#core/stats/count-interventions.ts';
import { loadRecordingFile } from '../../../proxy/replay/playbook/read-recording.ts';

test.each([
  ['answer', { frames: 1, lost: 1, written: 1, endings: 0 }],
  ['duplicate', { frames: 1, lost: 0, written: 1, endings: 0 }],
  ['reorder', { frames: 3, lost: 0, written: 0, endings: 0 }],
  ['close', { frames: 3, lost: 3, written: 0, endings: 1 }],
  ['kill', { frames: 0, lost: 0, written: 0, endings: 1 }],
])('what acptap did is counted by kind: %s', async (kind, counted) => {
  const counts = createInterventionCounts();
  for (const entry of (await loadRecordingFile(`recordings/interventions/${kind}.acp.jsonl`)).entries)
    counts.apply(entry);
  expect(counts.counts()).toEqual([{ kind, ...counted }]);
});
