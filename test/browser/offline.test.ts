import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { VIEW_NAMES } from '../../inspector-ui/state/page/route.ts';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong, someOf } from '../support/effort.ts';
import { cleanUpAfterAll, temporaryFolder } from '../support/folders.ts';
import { goTo, openFile, type FilePage, viewLoaded } from '../support/inspector-page.ts';
import { acptap } from '../support/processes.ts';
import { recordingFile } from '../support/recording-file.ts';

const GEMINI = 'recordings/real/gemini-0.61.0/edit.acp.jsonl';

const lastly = cleanUpAfterAll();

const exported = async (ref: string) => {
  const path = join(temporaryFolder(lastly), 'page.html');
  const { code, stderr } = await acptap(
    { home: temporaryFolder(lastly), lastly },
    'export',
    ref,
    '--format',
    'html',
    '-o',
    path,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return path;
};

/** Made once: each export is a process. */
let ofGemini: string;
beforeAll(async () => {
  ofGemini = await exported(GEMINI);
});

describe('an exported page', () => {
  test('is one file of about a megabyte, with a policy that allows its own script and nothing else', () => {
    const html = readFileSync(ofGemini, 'utf8');
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/]{43}='; style-src 'sha256-[\w+/]{43}='; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/,
    );
    expect(html.match(/<script/g)).toHaveLength(2);
    const markup = html.replaceAll(/(<(?:script|style)[^>]*>)[^]*?(<\/(?:script|style)>)/g, '$1$2');
    expect(markup.length).toBeLessThan(5000);
    expect(markup.match(/\b(?:src|href)="(?!data:)/g)).toBeNull();
    expect(statSync(ofGemini).size).toBeLessThan(1_430_000);
    expect(gzipSync(html).length).toBeLessThan(450_000);
  });

  test.runIf(isLong)('contains no secret, and escapes its id in an attribute', async () => {
    const key = 'sk-ant-api03-CANARYcanaryCANARYcanary0123456789';
    const file = recordingFile(`> 1 _x {"key":"${key}"}`, { id: '"><script>pwned' });
    const recordingOf = (path: string) => {
      const html = readFileSync(path, 'utf8');
      const [, id = '', base64 = ''] = /id="recording" data-recording="([^"]*)">([^<]*)</.exec(html) ?? [];
      return { id, text: unpacked(base64) };
    };
    const redacted = recordingOf(await exported(file));
    expect(redacted.id).toBe('&#34;&#62;&#60;script&#62;pwned');
    expect(redacted.text).toContain('[redacted-1]');
    expect(redacted.text).not.toContain(key);
  });
});

describe.skipIf(browserIsMissing())('an exported page in a browser', () => {
  let browser: Browser;
  /** One page for the tests of an undamaged recording. */
  let opened: FilePage;
  beforeAll(async () => {
    browser = await sharedBrowser();
    opened = await openFile(browser, ofGemini, '', lastly);
  });

  test('shows the recording in every view, from the disk, without any request', async () => {
    const { page, complaints, requests } = opened;
    const timeline = page.getByTestId('timeline');
    await timeline.locator('[data-group-kind="tool-call"]').first().waitFor();
    await expect.poll(() => page.getByText('In this file').isVisible()).toBe(true);
    for (const view of someOf(VIEW_NAMES, 5, 1)) {
      await page.locator('.view-tab').nth(VIEW_NAMES.indexOf(view)).click();
      await page.locator(`main[data-view="${view}"]`).waitFor();
      await viewLoaded(page);
      await expect.poll(() => page.locator(`main[data-view="${view}"] .view`).textContent()).not.toBe('');
    }
    expect({ complaints, requests }).toEqual({ complaints: [], requests: [] });
  });

  test('filters, with regexes too, goes to turns by their words, and has addresses of entries', async () => {
    const { page, complaints } = opened;
    await goTo(page, '#/r/gemini-edit/e/5?v=raw');
    await page.getByRole('complementary', { name: 'Entry' }).getByText(/^#5\b/).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.insertText('/session.prompt/ from:client');
    await page.getByText(/^showing 1 of/i).waitFor();
    await expect.poll(() => page.getByTestId('timeline').locator('[data-seq]').count()).toBe(1);
    await page.keyboard.press('Control+k');
    await page.keyboard.insertText('turn 1');
    await page.getByRole('option', { name: /^Turn 1 / }).waitFor();
    await page.getByRole('combobox', { name: 'Command, turn or recording' }).fill('newest'); // needs a server
    await page.getByText('Nothing has these words').waitFor();
    await page.keyboard.press('Escape');
    expect(complaints).toEqual([]);
  });

  test('gives the exact bytes of an entry as a download', async () => {
    const { page } = opened;
    await goTo(page, '#/r/gemini-edit/e/1');
    await page.getByRole('complementary', { name: 'Entry' }).getByText(/^#1\b/).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('complementary', { name: 'Entry' }).getByRole('button', { name: 'Bytes' }).click();
    const { path } = { path: await (await download).path() };
    expect(readFileSync(path, 'utf8')).toMatch(/^\{"jsonrpc":"2.0","id":0,"method":"initialize".*\}\n$/);
  });

  test('of a damaged recording shows the damage', async () => {
    const path = join(temporaryFolder(), 'page.html');
    const html = readFileSync(ofGemini, 'utf8').replace(/(data-recording="[^"]*">)[^<]*/, '$1AAAA');
    writeFileSync(path, html);
    const { page } = await openFile(browser, path);
    await page.getByText('This cannot be shown').waitFor();
    expect(await page.locator('[data-seq]').count()).toBe(0);
  });
});

function unpacked(base64: string): string {
  return gunzipSync(Buffer.from(base64, 'base64')).toString();
}
