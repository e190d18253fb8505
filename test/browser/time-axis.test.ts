import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { cleanUpAfterAll, temporaryFolder } from '../support/folders.ts';
import { openOnce } from '../support/inspector-page.ts';
import { startInspector, type Inspector } from '../support/inspector.ts';
import { importInto } from '../support/processes.ts';
import { fileText, header } from '../support/recording-file.ts';

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly);

/** The silence is shortened, so that a pixel of the minimap is less than a millisecond. */
const SILENCE = `
  @100000 > 0 initialize {"protocolVersion":1}
  @200000 < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[]}
  @12345600 ! bye`;

describe.skipIf(browserIsMissing())('the time axis', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    const home = temporaryFolder(lastly);
    const silence = join(home, 'silence.acp.jsonl');
    writeFileSync(silence, fileText(parseTranscript(SILENCE), header({ id: 'silence' })));
    await importInto(home, silence, lastly);
    inspector = await startInspector(home, lastly);
    browser = await sharedBrowser();
  });

  test('the minimap writes times to the millisecond at most, also where a pixel is shorter', async () => {
    const { page } = await shared(browser, inspector, '#/r/silence');
    const minimap = page.getByTestId('overview');
    const { x, y, width } = await boxOf(minimap);
    await page.mouse.move(x + 0.5 * width, y + 30);
    await expect
      .poll(() => minimap.locator('.strip-label').allTextContents())
      .toEqual(['0', '12.346 s', expect.stringMatching(/^\d+ ms$/)]);
  });
});

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('the element is not on the page');
  return box;
}
