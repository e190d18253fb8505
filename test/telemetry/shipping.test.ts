import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { CollectorError, type Exporter } from '../../proxy/telemetry/exporter.ts';
import { createShipping, patient, type Pending } from '../../proxy/telemetry/ship.ts';
import { header } from '../support/recording-file.ts';

const turn = (id: number) => `
  > ${id} session/prompt {"sessionId":"s","prompt":[]}
  < ${id} ok {"stopReason":"end_turn"}`;
const ENTRIES = parseTranscript([1, 2, 3, 4].map(turn).join('\n'));

/** A database with one recording, and a collector. The place is what the database remembers. */
function world() {
  const received: ReadableSpan[] = [];
  const place = { entries: 0, isDone: false };
  let held = 0;
  let end: Pending['end'] = 'live';
  const exporter: Exporter = {
    traces: (spans) => Promise.resolve(void received.push(...spans)),
    logs: () => Promise.resolve(),
    metrics: () => Promise.resolve(),
  };
  const start = (remembers = true) =>
    createShipping(
      { version: '0' },
      {
        pending: () => (place.isDone ? [] : [{ no: 1, id: 'recorded', end, sent: place.entries }]),
        source: () => ({ header: header(), entries: (from) => ENTRIES.slice(from, held) }),
        keep: (_no, entries, isDone) => remembers && Object.assign(place, { entries, isDone }),
        exporter,
        isStopped: () => false,
      },
    );
  const grow = (count: number, last: Pending['end'] = 'live') => {
    held = count;
    end = last;
  };
  const ids = () => received.map((span) => span.spanContext().spanId);
  return { start, grow, ids, names: () => received.map(({ name }) => name), place };
}

test('a shipper that is started again continues after the last delivery', async () => {
  const { start, grow, names, place } = world();
  grow(3); // the second turn is open
  await start().round();
  expect([names().length, place.entries]).toEqual([1, 3]);
  grow(8, 'orderly');
  await start().round();
  expect(names()).toEqual([...Array.from({ length: 4 }, () => 'invoke_agent agent'), 'session']);
  expect(place).toEqual({ entries: 8, isDone: true });
  await start().round();
  expect(names().length).toBe(5);
});

test('a shipper that was killed before it could remember sends the same ids again', async () => {
  const { start, grow, ids } = world();
  grow(4);
  await start(false).round();
  const before = ids();
  await start().round();
  expect(before.length).toBe(2);
  expect(ids()).toEqual([...before, ...before]);
});

test('a live recording is read once: a later round sends only what is new', async () => {
  const { start, grow, ids } = world();
  const shipping = start();
  for (const count of [2, 2, 5, 8]) {
    grow(count);
    await shipping.round();
  }
  expect([ids().length, new Set(ids()).size]).toEqual([4, 4]);
  grow(8, 'cut');
  await shipping.round();
  expect(shipping.total()).toMatchObject({ spans: 5, recordings: 1 });
});

const failing = (errors: readonly Error[]): Exporter => {
  const left = [...errors];
  const send = () => {
    const cause = left.shift();
    return cause ? Promise.reject(new CollectorError(cause)) : Promise.resolve();
  };
  return { traces: send, logs: send, metrics: send };
};

test('a request is repeated with growing pauses until the collector takes it', async () => {
  const pauses: number[] = [];
  const said: string[] = [];
  const exporter = patient(failing(Array.from({ length: 8 }, () => new Error('gone'))), {
    pause: (ms) => Promise.resolve(void pauses.push(ms)),
    warn: (text) => said.push(text),
    isStopped: () => false,
  });
  await exporter.traces([]);
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  expect(said).toEqual([
    'the collector does not answer (gone): trying again until it does',
    'the collector answers again',
  ]);
});

test.each([
  ['it refuses the request', 400, false],
  ['the command is stopped', undefined, true],
])('a request is not repeated if %s', async (_when, code, isStopped) => {
  const exporter = patient(failing([Object.assign(new Error('no'), { code })]), {
    pause: () => Promise.reject(new Error('paused')),
    warn: () => {},
    isStopped: () => isStopped,
  });
  await expect(exporter.logs([])).rejects.toThrow(CollectorError);
});
