import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** Takes what is to be done when a test, or all tests of a file, are over. */
export type Lastly = (cleanUp: () => void | Promise<void>) => void;

/** For what `beforeAll` makes: cleans up when all tests of the file are over, the last thing first. To be called where hooks are. */
export function whenAllIsOver(): Lastly {
  const cleanUps: (() => void | Promise<void>)[] = [];
  afterAll(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  });
  return (cleanUp) => void cleanUps.push(cleanUp);
}

/** A fresh folder that is gone when the test is. */
export function temporaryFolder(lastly: Lastly = onTestFinished): string {
  const path = mkdtempSync(join(tmpdir(), 'acptap-test-'));
  lastly(() => rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return path;
}

/** The names in a data folder's spool folder. */
export function spoolNames(home: string): readonly string[] {
  try {
    return readdirSync(join(home, 'spool'));
  } catch {
    return []; // nothing was ever recorded there
  }
}
