import { expect, test } from 'vitest';
import { timeByOwner } from '#core/grouping/split-time.ts';

const group = { t: 100, until: null, human: 50, client: 30, waiting: null };
const onHuman = { on: 'human', since: 500 } as const;
const onClient = { on: 'client', since: 500 } as const;

test.each([
  ['of a closed group until its end', { until: 400 }, 9000, [220, 30, 50]],
  ['of an open group until now', {}, 600, [420, 30, 50]],
  ['of an open group that begins after now', {}, 90, [0, 0, 0]],
  ['with a current wait for a person', { waiting: onHuman }, 600, [320, 30, 150]],
  ['with a current wait for the client', { waiting: onClient }, 600, [320, 130, 50]],
  ['with a wait that begins after now', { waiting: onHuman }, 400, [220, 30, 50]],
  ['without the wait of a closed group', { until: 400, waiting: onHuman }, 9000, [220, 30, 50]],
  ['that is shorter than its waits', { until: 160 }, 9000, [0, 10, 50]],
])('splits the time %s by who had to act', (_what, members, now, [agent, client, human]) => {
  expect(timeByOwner({ ...group, ...members }, now)).toEqual({ agent, client, human });
});
