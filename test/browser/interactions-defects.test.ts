import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { judgeRecording } from '#core/rules/engine/judge-recording.ts';
import { converse } from '../agents/converse.ts';
import answersWithTheIdAsText from '../agents/defects/answers-with-the-id-as-text.ts';
import logsToStdout from '../agents/defects/logs-to-stdout.ts';
import neverAnswers from '../agents/defects/never-answers.ts';
import updatesACancelledTurn from '../agents/defects/updates-a-cancelled-turn.ts';
import writesFiles from '../agents/defects/writes-files-of-a-client-that-cannot.ts';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong } from '../support/effort.ts';
import { temporaryFolder, cleanUpAfterAll } from '../support/folders.ts';
import { openOnce } from '../support/inspector-page.ts';
import { startInspector, type Inspector } from '../support/inspector.ts';
import { importInto } from '../support/processes.ts';
import { fileText, header } from '../support/recording-file.ts';

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly);
const defects = [neverAnswers, answersWithTheIdAsText, logsToStdout, updatesACancelledTurn, writesFiles];

describe.runIf(isLong && !browserIsMissing())("an agent's defect", () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    const home = temporaryFolder(lastly);
    const files = defects.map((defect, index) => {
      const file = join(home, `${index}.acp.jsonl`);
      writeFileSync(file, fileText(converse(defect.peers()), header({ id: `defect-${index}`, name: defect.does })));
      return file;
    });
    await importInto(home, files, lastly);
    inspector = await startInspector(home, lastly);
    browser = await sharedBrowser();
  });

  test.each(defects)(
    'that $does is explained after a click on its recording, e and Enter',
    async ({ breaks, does, side, peers }) => {
      const { page, detail, complaints } = await shared(browser, inspector);
      await page.locator('[data-recording]', { hasText: does }).click();
      await page.locator('.party', { hasText: 'conforming-agent' }).waitFor();
      await page.getByTestId('timeline').locator('[data-seq="3"]').first().waitFor();
      const wanted = judgeRecording(converse(peers()), catalogue, 'orderly').findings[0]?.seq;
      let at = -1; // some recordings begin with error answers that are no mistake
      while (at < (wanted ?? -1)) {
        const before = page.url();
        await page.keyboard.press('e');
        await page.waitForURL((url) => url.href !== before);
        at = Number(/\/e\/(\d+)/.exec(page.url())?.[1]);
      }
      expect(at).toBe(wanted);
      await page.keyboard.press('Enter');
      const finding = detail.locator(`[data-rule="${breaks}"]`);
      await finding.waitFor();
      await expect.poll(() => finding.textContent()).toContain(`by the ${side}`);
      await expect
        .poll(() => finding.locator('dt').allTextContents())
        .toEqual(expect.arrayContaining(['requires', 'peers', 'source']));
      expect(complaints).toEqual([]);
    },
  );

  test('that leaves a request unanswered is shown above everything, before a key is pressed', async () => {
    const { page } = await shared(browser, inspector, '#/r/defect-0');
    const line = page.getByTestId('state');
    await line
      .getByText(/^ended while the client waited for the agent to answer request \d+, session\/delete$/)
      .click();
    await page.waitForURL(/\/e\/\d+$/);
    await expect
      .poll(() => page.locator('[data-place][aria-selected="true"]').textContent())
      .toContain('session/delete');
  });
});
