import { readFileSync } from 'node:fs';
import { setImmediate as rest } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ALL } from '#core/compare/part.ts';
import type { SideQuery } from '#core/model/compare.ts';
import { RequestFailed, type Backend } from '../../../../inspector-ui/backends/backend.ts';
import { createFileBackend } from '../../../../inspector-ui/backends/file.ts';
import { createNoServer } from '../../../../inspector-ui/backends/no-server.ts';
import { compared, foldedFile } from '../../../core/compare/fold.ts';

const TEXT = 'real/claude-0.100.0/text';
const EDIT = 'real/claude-0.100.0/edit';

const ports = {
  rest: () => rest(),
  now: () => performance.now(),
  loadRegexes: () => Promise.reject(new Error('no filter has a regex here')),
  urlOf: () => '',
};

const { signal: wanted } = new AbortController();

const all = (recording: string): SideQuery => ({ recording, part: ALL });

/** A clock that makes every step take long. */
function hurried() {
  let at = 0;
  return () => (at += 100);
}

/** Opens a file in a page on top of `base`. Returns the page's backend and files, and the id of the file. */
async function withFile(path: string, base: Backend, own = ports) {
  const { backend, files } = createFileBackend(base, own);
  const bytes = readFileSync(`recordings/${path}.acp.jsonl`);
  const chunks = async function* () {
    yield bytes;
  };
  const id = await files.open({ name: path, chunks, progress: () => 1 });
  return { backend, files, id: id ?? '' };
}

describe('a file in the page', () => {
  test('is compared with another file without a server', async () => {
    const { backend, files, id } = await withFile(TEXT, createNoServer());
    const bytes = readFileSync(`recordings/${EDIT}.acp.jsonl`);
    const chunks = async function* () {
      yield bytes;
    };
    await files.open({ name: 'edit', chunks, progress: () => 1 });
    const comparison = await backend.compare(all(id), all('file:edit'), wanted);
    const expected = compared(await foldedFile(TEXT), await foldedFile(EDIT));
    expect(comparison.turns).toEqual(expected.turns);
    expect([comparison.left.recording, comparison.right.recording]).toEqual([id, 'file:edit']);
  });

  test('is compared with a server recording by fetching only the steps of that recording', async () => {
    const { steps } = await foldedFile(EDIT);
    const asked: string[] = [];
    const base: Backend = {
      ...createNoServer(),
      steps: async (recording) => {
        asked.push(recording);
        return steps;
      },
    };
    const { backend, id } = await withFile(TEXT, base);
    const comparison = await backend.compare(all('stored'), all(id), wanted);
    expect(comparison.turns).toEqual(compared(await foldedFile(EDIT), await foldedFile(TEXT)).turns);
    expect(asked).toEqual(['stored']);
  });

  test('can be compared by turn, and rejects an unknown turn', async () => {
    const { backend, id } = await withFile('real/claude-0.100.0/multi', createNoServer());
    const turn = (number: number): SideQuery => ({ recording: id, part: { kind: 'turn', number } });
    expect((await backend.compare(turn(1), turn(2), wanted)).turns).toHaveLength(1);
    await expect(backend.compare(turn(1), turn(99), wanted)).rejects.toEqual(
      new RequestFailed(404, 'a part of a recording'),
    );
  });

  test('yields to the page during a comparison, and stops when it is aborted', async () => {
    let rests = 0;
    const { backend, id } = await withFile('real/claude-0.100.0/multi', createNoServer(), {
      ...ports,
      now: hurried(),
      rest: async () => {
        rests += 1;
      },
    });
    const before = rests;
    const turn = (number: number): SideQuery => ({ recording: id, part: { kind: 'turn', number } });
    await backend.compare(turn(1), turn(2), wanted);
    expect(rests).toBeGreaterThan(before + 10);
    await expect(backend.compare(turn(1), turn(2), AbortSignal.abort())).rejects.toThrow('aborted');
  });
});

test('two recordings of the server are compared by the server', async () => {
  const told: unknown[] = [];
  const expected = compared(await foldedFile(TEXT), await foldedFile(EDIT));
  const base: Backend = {
    ...createNoServer(),
    compare: async (left, right) => {
      told.push(left, right);
      return expected;
    },
  };
  const { backend } = createFileBackend(base, ports);
  expect(await backend.compare(all('a'), all('b'), wanted)).toBe(expected);
  expect(told).toEqual([all('a'), all('b')]);
});
