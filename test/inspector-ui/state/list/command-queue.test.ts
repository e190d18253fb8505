import { readFileSync } from 'node:fs';
import { setImmediate as rest } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { epochMs, seqOf } from '#core/units.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import type { Backend } from '../../../../inspector-ui/backends/backend.ts';
import { createFileBackend } from '../../../../inspector-ui/backends/file.ts';
import { createNoServer } from '../../../../inspector-ui/backends/no-server.ts';
import type { Command } from '../../../../inspector-ui/state/page/commands.ts';
import { createInspector } from '../../../../inspector-ui/state/shell/inspector.ts';
import { fileText } from '../../../support/recording-file.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { fakeTimer, settled } from '../../fakes.ts';

/** A file as a browser provides it. */
const picked = (bytes: Uint8Array) => ({
  name: 'picked.acp.jsonl',
  progress: () => 1,
  async *chunks() {
    yield new Uint8Array(bytes); // a copy, because a reader may change its chunks
  },
});

const DEMO = readFileSync('recordings/examples/demo.acp.jsonl');
/** A recording with more rows than one fetch returns. */
const LONG = encodeUtf8(
  fileText(parseTranscript(Array.from({ length: 700 }, (_, id) => `> ${id} _ask {}`).join('\n'))),
);

/**
 * The page with a recording, by default the demo with findings at #5 and #23. Its seek requests stay open until the
 * test calls `answer`.
 */
async function pageWithHeldSeek(file: Uint8Array = DEMO) {
  const { backend, files } = createFileBackend(createNoServer(), {
    rest: () => rest(),
    now: () => performance.now(),
    loadRegexes: async () => (await import('../../../../proxy/regex/linear-regex.ts')).compileRegex,
    urlOf: () => '',
  });
  const held: { readonly from: number; readonly answer: () => void; readonly fail: () => void }[] = [];
  const seek: Backend['seek'] = async (recording, query, signal) => {
    if (query.q.startsWith('has:error'))
      await new Promise<void>((answer, reject) => {
        held.push({ from: query.from, answer, fail: () => reject(new Error('offline')) });
      });
    return backend.seek(recording, query, signal);
  };
  const copied: string[] = [];
  const nothing = { read: () => null, write: () => {} };
  const inspector = createInspector({
    backend: { ...backend, seek },
    files,
    address: { hash: () => '', kept: () => undefined, push: () => {}, replace: () => {}, onChange: () => {} },
    startTimer: fakeTimer().startTimer,
    now: () => epochMs(0),
    writeClipboard: async (text) => void copied.push(text),
    download: () => {},
    theme: nothing,
    columns: nothing,
    layout: { read: () => null, write: () => {} },
    marks: nothing,
    isWide: () => false,
  });
  inspector.connect();
  inspector.router.open(await files.open(picked(file)));
  const of = await waitFor('the recording', () => inspector.opened.value);
  await waitFor('its rows', () => of.timeline.rowAt(0));
  of.isDetailOpen.value = false;
  return {
    inspector,
    of,
    held,
    copied,
    press: (...commands: readonly Command[]) => commands.forEach((command) => inspector.perform(command)),
    state: () => ({ selected: of.selection.selected.value, isOpen: of.isDetailOpen.value }),
    isSelected: (seq: number) => waitFor(`#${seq} selected`, () => of.selection.selected.value === seq),
    /** Answers the latest seek request. */
    answer: () => held.at(-1)?.answer(),
  };
}

describe('a key press during a seek', () => {
  test('applies to the found entry: e and Enter open it', async () => {
    const { inspector, press, state, answer, isSelected } = await pageWithHeldSeek();
    press('next-error', 'open');
    await settled();
    expect([state(), inspector.detailCalls.value]).toEqual([{ selected: undefined, isOpen: false }, 0]);
    answer();
    await isSelected(5);
    await waitFor('the detail', () => state().isOpen);
    expect(inspector.detailCalls.value).toBe(1);
  });

  test('continues from the found entry: e, e and j select the row below the second error', async () => {
    const { press, held, answer, isSelected } = await pageWithHeldSeek();
    press('next-error', 'next-error', 'down');
    await settled();
    expect(held.map(({ from }) => from)).toEqual([-1]);
    answer();
    await waitFor('the second question', () => held.length === 2);
    expect(held[1]?.from).toBe(5);
    answer();
    await isSelected(25); // #24 is in the group above
  });

  test('applies to the last row, even before it is fetched: G and Enter open it', async () => {
    const { press, state, of } = await pageWithHeldSeek(LONG);
    expect(of.timeline.rowAt(699)).toBeUndefined();
    press('last', 'open');
    await waitFor('the detail', () => state().isOpen);
    expect(state().selected).toBe(699);
    press('up', 'first', 'down');
    await waitFor('the second row', () => state().selected === 1);
  });

  test('applies to the row of a move that is being fetched: j, j and a full stop', async () => {
    const { inspector, press, of } = await pageWithHeldSeek(LONG);
    const last = Array.from({ length: 700 }, (_, place) => place).findLast((place) => of.timeline.rowAt(place))!;
    of.selection.selectAt(seqOf(last), last);
    press('down', 'down', 'mark');
    await waitFor('the mark', () => inspector.marks.of(of.recording).length > 0);
    expect(inspector.marks.of(of.recording)).toEqual([last + 2]);
  });

  test('applies to the entry of a jump before its row is found: a comma and j', async () => {
    const { inspector, press, isSelected } = await pageWithHeldSeek(LONG);
    inspector.marks.toggle(inspector.opened.value!.recording, seqOf(600));
    press('next-mark', 'down');
    expect(inspector.opened.value!.selection.selected.value).toBe(600);
    await isSelected(601);
  });

  test('is dropped with the seek when the user selects another entry', async () => {
    const { inspector, press, state, answer } = await pageWithHeldSeek();
    press('next-error', 'down');
    inspector.inspect(seqOf(17));
    answer();
    await settled();
    await settled();
    expect(state()).toEqual({ selected: 17, isOpen: true });
  });

  test('is dropped with the seek when the user follows a link', async () => {
    const { inspector, press, answer, isSelected } = await pageWithHeldSeek();
    press('next-error', 'mark');
    inspector.visit(seqOf(17));
    answer();
    await isSelected(17);
    await settled();
    expect(inspector.marks.all.value.size).toBe(0);
  });

  test('opens the comment of the found entry: e and C', async () => {
    const { inspector, press, answer, state } = await pageWithHeldSeek();
    press('next-error', 'comment');
    expect(inspector.notice.value).toBe('');
    answer();
    await waitFor('the answer to C', () => inspector.notice.value.includes('Comments'));
    expect(state().selected).toBe(5);
  });

  test('is dropped with Escape', async () => {
    const { press, state, answer, isSelected } = await pageWithHeldSeek();
    press('next-error', 'open', 'back');
    answer();
    await isSelected(5);
    await settled();
    expect(state().isOpen).toBe(false);
  });

  test('applies to the selected entry when the seek fails', async () => {
    const { press, held, state, of } = await pageWithHeldSeek();
    of.selection.select(seqOf(17));
    press('next-error', 'open');
    held.at(-1)?.fail();
    await waitFor('the detail', () => state().isOpen);
    expect(state().selected).toBe(17);
  });

  test('runs at once when it needs no entry', async () => {
    const { inspector, press, of } = await pageWithHeldSeek();
    press('next-error', 'time', 'fold', 'view-info');
    expect([inspector.timeMode.value, of.look.view.value, of.view.value]).toEqual(['delta', 'raw', 'info']);
  });
});

test('a link to an entry far below a collapsed turn shows the rows of the turn, and opens no other group', async () => {
  const call = (id: number) =>
    `< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"${id}","title":"t"}}`;
  const lines = [
    '> 1 session/prompt {"sessionId":"s"}',
    ...Array.from({ length: 600 }, (_, id) => call(id)),
    '< 1 ok {}',
  ];
  const { inspector, of } = await pageWithHeldSeek(encodeUtf8(fileText(parseTranscript(lines.join('\n')))));
  const turn = [0, 1, 2].map((place) => of.timeline.rowAt(place)?.group).find((group) => group?.kind === 'turn')!;
  of.look.collapse(turn.no, true);
  await waitFor('the short list', () => of.timeline.total.value < 10);
  inspector.visit(seqOf(500));
  await waitFor('the row', () => of.timeline.total.value > 500 && of.selection.place.value! > 400);
  expect([of.look.collapsed.value, of.look.opened.value]).toEqual([[], []]);
});

test('a link to the selected entry shows its row again where it was scrolled away, and ends following', async () => {
  const { inspector, of } = await pageWithHeldSeek(LONG);
  inspector.visit(seqOf(500));
  await waitFor('the row', () => of.selection.place.value === 500);
  of.viewport.resized(600);
  of.viewport.scrolled(0);
  of.follow.resume();
  inspector.visit(seqOf(500));
  await waitFor('the way to the row', () => of.viewport.wanted.value?.place === 500);
  expect(of.follow.on.value).toBe(false);
});

test('a key that copies the entry waits for its text: j and c, j and c', async () => {
  const { inspector, press, copied } = await pageWithHeldSeek(LONG);
  press('down', 'copy', 'down', 'copy');
  await waitFor('both copies', () => copied.length === 2);
  const { backend, opened } = inspector;
  const { signal } = new AbortController();
  const texts = [0, 1].map(async (seq) => (await backend.entry(opened.value!.recording, seqOf(seq), signal)).text);
  expect(copied).toEqual(await Promise.all(texts));
});
