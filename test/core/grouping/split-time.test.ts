import { expect, test } from 'vitest';
import { timeByOwner } from '#core/grouping/split-time.ts';

const group = { t: 100, until: null, human: 50, client: 30, acptap: 20, waiting: null };
const onHuman = { on: 'human', since: 500 } as const;
const onClient = { on: 'client', since: 500 } as const;
const onAcptap = { on: 'acptap', since: 500 } as const;

test.each([
  ['of a closed group until its end', { until: 400 }, 9000, [200, 30, 50, 20]],
  ['of an open group until now', {}, 600, [400, 30, 50, 20]],
  ['of an open group that begins after now', {}, 90, [0, 0, 0, 0]],
  ['with a current wait for a person', { waiting: onHuman }, 600, [300, 30, 150, 20]],
  ['with a current wait for the client', { waiting: onClient }, 600, [300, 130, 50, 20]],
  ['with a frame that acptap keeps now', { waiting: onAcptap }, 600, [300, 30, 50, 120]],
  ['with a wait that begins after now', { waiting: onHuman }, 400, [200, 30, 50, 20]],
  ['without the wait of a closed group', { until: 400, waiting: onHuman }, 9000, [200, 30, 50, 20]],
  ['that is shorter than its waits', { until: 160 }, 9000, [0, 10, 50, 0]],
  ['that is shorter than the waits of acptap', { until: 190 }, 9000, [0, 30, 50, 10]],
])('splits the time %s by who had to act', (_what, members, now, [agent, client, human, acptap]) => {
  expect(timeByOwner({ ...group, ...members }, now)).toEqual({ agent, client, human, acptap });
});
