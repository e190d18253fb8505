import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

/** Names in Linux distributions. */
const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chromium-headless-shell'];

/** Launches a headless Chromium: from `CHROMIUM_PATH`, the PATH, or Playwright. Undefined without one. */
export async function launchChromium(): Promise<Browser | undefined> {
  const executablePath = candidates().find((path) => existsSync(path));
  if (executablePath === undefined) return undefined;
  // Containers run as root without a sandbox, and with a small /dev/shm.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

function candidates(): readonly string[] {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined) return [named];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return [...PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program))), chromium.executablePath()];
}
