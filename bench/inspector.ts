import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Page } from 'playwright-core';
import { CLI } from './programs.ts';

/** A running `acptap inspect`. */
export interface Inspector {
  /** The link that signs a browser in. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function startInspector(env: NodeJS.ProcessEnv): Promise<Inspector> {
  const server = spawn(process.execPath, [CLI, 'inspect', '--json', '--no-open', '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { url } = JSON.parse(await firstLine(server.stdout)) as { readonly url: string }; // its documented output
  return {
    url,
    async close() {
      server.kill('SIGTERM');
      await ended(server);
    },
  };
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Opens the timeline of the only recording; resolves when its first rows are shown. */
export async function openOnlyRecording(page: Page): Promise<void> {
  const recording = await page.waitForSelector('[data-recording]', { state: 'attached' });
  const id = await recording.getAttribute('data-recording');
  await page.evaluate(`location.hash = '#/r/' + encodeURIComponent(${JSON.stringify(id)})`);
  await page.waitForSelector('[data-testid="timeline"] [data-seq]', { state: 'attached' });
}

async function firstLine(stdout: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stdout })) return line;
  throw new Error('the inspector ended before it listened');
}
