import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { startInspector } from '../support/inspector.ts';
import { importInto } from '../support/processes.ts';

/** A port that forwards bytes to another port, as `ssh -L` does. */
async function forwardedPort() {
  let target = 0;
  const server = createServer((from) => {
    const to = connect(target, '127.0.0.1');
    from.on('error', () => to.destroy()).pipe(to);
    to.on('error', () => from.destroy()).pipe(from);
    onTestFinished(() => {
      from.destroy();
      to.destroy();
    });
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { port, leadTo: (next: number) => void (target = next) };
}

test.runIf(isLong && !browserIsMissing())(
  'the page works behind an allowed forwarded port, and only with the token',
  async () => {
    const home = temporaryFolder();
    await importInto(home, 'recordings/examples/demo.acp.jsonl', onTestFinished);
    const browser = await sharedBrowser();
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    const through = (port: number, link: string) => link.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`);

    const [allowed, unknown] = [await forwardedPort(), await forwardedPort()];
    const words = ['--allow-host', `127.0.0.1:${allowed.port}`];
    const open = await startInspector(home, onTestFinished, { words });
    for (const forwarded of [allowed, unknown]) forwarded.leadTo(open.port);
    const refused = await page.goto(through(unknown.port, open.link()));
    expect([refused?.status(), await refused?.text()]).toEqual([403, expect.stringContaining('--allow-host')]);
    await page.goto(`http://127.0.0.1:${allowed.port}/`);
    await page.getByText('Not signed in').waitFor();
    await page.goto('about:blank');
    await page.goto(through(allowed.port, open.link('#/r/demo')));
    await page.locator('.app[data-status="live"]').waitFor(); // its WebSocket, too
    await page.getByTestId('timeline').locator('[data-seq]').first().waitFor();
  },
);
