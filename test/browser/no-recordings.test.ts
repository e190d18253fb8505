import { describe, expect, onTestFinished, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { someOf } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { openPage } from '../support/inspector-page.ts';
import { startInspector } from '../support/inspector.ts';

describe.skipIf(browserIsMissing())('an inspector without recordings', () => {
  test('shows the settings of each editor, ready to copy, and that the server is gone', async () => {
    const home = temporaryFolder();
    const inspector = await startInspector(home, onTestFinished);
    const browser = await sharedBrowser();
    const { page, complaints } = await openPage(browser, inspector);
    await page.getByRole('main').getByText('Nothing has been recorded yet').waitFor();
    await page.getByRole('tab', { name: 'Zed' }).waitFor();
    const editors = [
      ['Zed', '"agent_servers"'],
      ['JetBrains', '"agent_servers"'],
      ['VS Code', '"acp.agents"'],
      ['CodeCompanion', 'extend("gemini_cli"'],
      ['avante', 'acp_providers'],
      ['Emacs', 'agent-shell-google-gemini-acp-command'],
    ] as const;
    for (const [editor, piece] of someOf(editors, 3)) {
      await page.getByRole('tab', { name: editor }).click();
      await page.getByRole('button', { name: 'Copy' }).click();
      await page.getByText(`Copied the settings for ${editor}.`).waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect([copied.includes(piece), copied.includes('acptap')]).toEqual([true, true]);
    }
    await page.getByRole('main').getByText('acptap demo').waitFor();
    expect(complaints).toEqual([]);
    await page.setViewportSize({ width: 420, height: 800 });
    const beyond = () =>
      page
        .locator('.message, .message *')
        .evaluateAll((all) =>
          all
            .filter(
              (each) =>
                !each.closest('.settings-text')?.contains(each) && each.getBoundingClientRect().right > innerWidth,
            )
            .map((each) => each.className),
        );
    await page.getByRole('tab', { name: 'Zed' }).waitFor();
    await expect.poll(beyond).toEqual([]);

    await page.setViewportSize({ width: 1440, height: 900 });
    process.kill(inspector.pid, 'SIGKILL');
    await page.getByRole('alert').filter({ hasText: 'You see its state of' }).waitFor();
    await expect.poll(() => page.getByText('Offline').isVisible()).toBe(true);
  });
});
