import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { epochMs } from '#core/units.ts';
import { name as giveName } from '../../proxy/cli/commands/name.ts';
import { findRecording, findStored } from '../../proxy/cli/recordings/find-recording.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore, type Store } from '../../proxy/store/store.ts';
import { temporaryFolder } from '../support/folders.ts';
import { header, recordingFile } from '../support/recording-file.ts';

let store: Store;

beforeEach(() => {
  store = openStore(MEMORY);
  // Not in the order of their start: `latest` is the recording that began last.
  for (const [id, startedAt, name] of [
    ['abc', 3000],
    ['abcdef', 1000],
    ['abd', 2000],
    ['late%st', 500],
    ['first', 400, 'greets/allow'],
    ['second', 450, 'greets/allow'],
    ['third', 300, 'abc'],
    ['fourth', 200, 'ab'],
  ] as const)
    store.write.begin(header({ id, startedAt: epochMs(startedAt), ...(name === undefined ? {} : { name }) }));
});

afterEach(() => store.close());

const idOf = (ref: string) => findStored(store, ref).summary.id;

describe('a recording is found', () => {
  test.each([
    ['abcdef', 'abcdef'],
    ['abcd', 'abcdef'],
    ['abc', 'abc'], // the whole id, though it is also the beginning of another and a name
    ['greets/allow', 'second'], // the newest of the name
    ['ab', 'fourth'], // the name, though it is also the beginning of ids
    ['abd', 'abd'],
    ['l', 'late%st'],
    ['late%', 'late%st'],
    ['latest', 'abc'],
    ['latest~0', 'abc'],
    ['latest~1', 'abd'],
    ['latest~3', 'late%st'],
  ])('by %s', (ref, id) => {
    expect(idOf(ref)).toBe(id);
  });

  test('by the path of a file, without any database', async () => {
    const found = await findRecording(recordingFile('> 1 _a', { id: 'in-a-file' }));
    expect([found.summary.id, found.store.path]).toEqual(['in-a-file', MEMORY]);
    found.store.close();
  });
});

test('by the path of a file or of a folder with a slash no recording can be named', async () => {
  const path = recordingFile('> 1 _a');
  for (const words of [path, dirname(path), 'package.json'])
    await expect(giveName('latest', words, {})).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(
        `"${words}" cannot be the name of a recording: commands take it for the path`,
      ) as string,
    });
});

describe('a recording is not found', () => {
  test.each([
    ['a', 'recording-ambiguous', /abc.*abd/],
    ['greet', 'recording-not-found', /: did you mean greets\/allow\? \(/],
    ['secnd', 'recording-not-found', /: did you mean second\? \(/],
    ['latst', 'recording-not-found', /: did you mean latest\? \(/],
    ['Latest~2', 'recording-not-found', /: did you mean latest~2\? \(/],
    ['Lat', 'recording-not-found', /: did you mean late%st\? \(/],
    ['latest~', 'recording-not-found', /: did you mean latest, late%st\? \(/],
    ['ABx', 'recording-not-found', /: did you mean .*\bab\b/],
    ['Abcdx', 'recording-not-found', /: did you mean abcdef\? \(/],
    ['x', 'recording-not-found', /acptap list/],
    ['%', 'recording-not-found', /acptap list/],
    ['latest~8', 'recording-not-found', /latest~7/],
    ['latest~', 'recording-not-found', /latest~/],
    ['latest~-1', 'recording-not-found', /latest~-1/],
  ])('by %s: %s', (ref, code, words) => {
    expect(() => idOf(ref)).toThrow(expect.objectContaining({ code, message: expect.stringMatching(words) as string }));
  });

  test.each(['./missing.acp.jsonl', '/nonexistent/recording', 'missing.jsonl'])(
    'by the path %s of no file',
    async (path) => {
      vi.stubEnv('ACPTAP_HOME', temporaryFolder());
      onTestFinished(() => void vi.unstubAllEnvs());
      await expect(findRecording(path)).rejects.toMatchObject({
        code: 'recording-not-found',
        message: `there is no file ${path}, and no recording has this name: check the path, or choose a recording with acptap list`,
      });
    },
  );

  test('in an empty database, and the error explains how to begin', () => {
    const empty = openStore(MEMORY);
    expect(() => findStored(empty, 'latest')).toThrow(/acptap run --/);
    empty.close();
  });
});
