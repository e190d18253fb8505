import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** Registers a clean-up for the end of a test, or of all tests of a file. */
export type CleanUp = (cleanUp: () => void | Promise<void>) => void;

/** For what `beforeAll` creates: cleans up after all tests of the file, in reverse order. Call it outside of tests. */
export function cleanUpAfterAll(): CleanUp {
  const cleanUps: (() => void | Promise<void>)[] = [];
  afterAll(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  });
  return (cleanUp) => void cleanUps.push(cleanUp);
}

/** Creates a folder that is deleted after the test. */
export function temporaryFolder(lastly: CleanUp = onTestFinished): string {
  const path = mkdtempSync(join(tmpdir(), 'acptap-test-'));
  lastly(() => rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return path;
}

/** The names in a data folder's spool folder. */
export function spoolNames(home: string): readonly string[] {
  try {
    return readdirSync(join(home, 'spool'));
  } catch {
    return []; // there has been no recording
  }
}
