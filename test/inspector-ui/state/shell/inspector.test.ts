import { readFileSync } from 'node:fs';
import { setImmediate as rest } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { epochMs, seqOf } from '#core/units.ts';
import { createFileBackend } from '../../../../inspector-ui/backends/file.ts';
import { createNoServer } from '../../../../inspector-ui/backends/no-server.ts';
import { performOnTimeline, toggleGroup } from '../../../../inspector-ui/state/shell/timeline-commands.ts';
import { createInspector } from '../../../../inspector-ui/state/shell/inspector.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { fakeTimer, settled } from '../../fakes.ts';

const DEMO = 'recordings/examples/demo.acp.jsonl';

/** An exported page: `open` reads its recording when the test calls `goOn`. */
function exportedPage() {
  const { backend, files } = createFileBackend(createNoServer(), {
    rest: () => rest(),
    now: () => performance.now(),
    loadRegexes: () => Promise.reject(new Error('no filter has a regex here')),
    urlOf: () => '',
  });
  const nothing = { read: () => null, write: () => {} };
  const inspector = createInspector({
    backend,
    files,
    address: { hash: () => '', kept: () => undefined, push: () => {}, replace: () => {}, onChange: () => {} },
    startTimer: fakeTimer().startTimer,
    now: () => epochMs(0),
    writeClipboard: async () => {},
    download: () => {},
    theme: nothing,
    columns: nothing,
    marks: nothing,
    layout: nothing,
    isWide: () => true,
  });
  inspector.connect();
  const held = Promise.withResolvers<undefined>();
  async function* chunks(bytes: Uint8Array) {
    await held.promise;
    yield bytes;
  }
  const open = (name: string, bytes: Uint8Array = readFileSync(DEMO)) =>
    files.open({ name, progress: () => 0, chunks: () => chunks(bytes) }, name);
  return { inspector, open, goOn: () => held.resolve(undefined) };
}

describe('a view requested while the recording is being read', () => {
  test('is shown although the list of recordings was not here yet', async () => {
    const { inspector, open, goOn } = exportedPage();
    inspector.perform('view-compare');
    goOn();
    await open('demo');
    expect(inspector.opened.value?.view.value).toBe('compare');
  });

  test('is shown with the recording', async () => {
    const { inspector, open, goOn } = exportedPage();
    const opened = open('demo');
    inspector.perform('view-stats');
    inspector.perform('view-compare');
    goOn();
    await opened;
    expect(inspector.opened.value?.view.value).toBe('compare');
    expect(inspector.router.route.value).toEqual({ recording: 'demo', view: 'compare' });
  });

  test('is dropped when the recording cannot be read', async () => {
    const { inspector, open, goOn } = exportedPage();
    const broken = open('broken', new TextEncoder().encode('nothing of ours\n'));
    inspector.perform('view-compare');
    goOn();
    expect(await broken).toBe(undefined);
    await open('demo');
    expect(inspector.opened.value?.view.value).toBe('timeline');
  });

  test('is ignored when no recording is being read', async () => {
    const { inspector, open, goOn } = exportedPage();
    await settled();
    inspector.perform('view-compare');
    goOn();
    await open('demo');
    expect(inspector.opened.value?.view.value).toBe('timeline');
  });
});

test('a group is toggled by each click and key, although the rows of the previous group are still being fetched', async () => {
  const { inspector, open, goOn } = exportedPage();
  goOn();
  await open('demo');
  const of = inspector.opened.value!;
  const { timeline, selection, look } = of;
  timeline.show(0, 100);
  await waitFor('the rows', () => timeline.total.value > 0);
  const places = Array.from({ length: timeline.total.value }, (_, place) => place);
  const isMessage = (at: number) => timeline.rowAt(at)?.group?.kind === 'message';
  const place = places.find((at) => isMessage(at) && timeline.rowAt(at)!.group!.entries > 1)!;
  const { no } = timeline.rowAt(place)!.group!;
  const seen = [1, 2, 3].map(() => {
    toggleGroup(of, place);
    return look.opened.value;
  });
  expect(seen).toEqual([[no], [], [no]]);

  selection.selectAt(seqOf(timeline.rowAt(place)!.seq), place);
  const after = (['out', 'in', 'out'] as const).map((key) => {
    performOnTimeline(of, key, { open: () => {} });
    return look.opened.value;
  });
  expect(after).toEqual([[], [no], []]);
});

test('a key after the one that changes the list means the rows that come', async () => {
  const { inspector, open, goOn } = exportedPage();
  goOn();
  await open('demo');
  const { timeline, selection } = inspector.opened.value!;
  timeline.show(0, 100);
  await waitFor('the rows', () => timeline.total.value > 0);
  const groups = timeline.total.value;
  inspector.perform('fold');
  inspector.perform('last');
  expect(selection.selected.value).toBe(undefined); // not a row of the list that goes
  await waitFor('every frame', () => timeline.list.value?.view === 'raw');
  await waitFor('the last frame', () => selection.selected.value === timeline.total.value - 1);
  expect(timeline.total.value).toBeGreaterThan(groups);
});
