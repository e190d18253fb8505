import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { epochMs } from '#core/units.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { LOOKS, seriousFindingsIfLong } from '../support/axe.ts';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong } from '../support/effort.ts';
import { temporaryFolder, cleanUpAfterAll } from '../support/folders.ts';
import { openFile, openOnce } from '../support/inspector-page.ts';
import { startInspector, type Inspector } from '../support/inspector.ts';
import { acptap, importInto } from '../support/processes.ts';
import { fileText, header } from '../support/recording-file.ts';
import { longRecording } from './long-recording.ts';

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly);
const GEMINI = 'recordings/real/gemini-0.61.0/edit.acp.jsonl';
const MULTI = 'recordings/real/claude-0.100.0/multi.acp.jsonl';

const LONG_TURNS = 40;

/** The same run an hour later, in another folder and session. The person refused the permission to change a file. */
function again(folder: string): string {
  const text = readFileSync(GEMINI, 'utf8')
    .replace('"id":"gemini-edit"', '"id":"gemini-again"')
    .replace('T12:00:00', 'T13:00:00')
    .replaceAll('5ffd51fc-b9e5', '00000000-1111')
    .replaceAll('/home/user/project', '/tmp/elsewhere')
    .replace(/(\{"t":4080607.*)proceed_once/, '$1cancel');
  const path = join(folder, 'again.acp.jsonl');
  writeFileSync(path, text);
  return path;
}

/** A run of the command `timed`, whose first chunk comes after so long. `more`: lines at its end. */
function timed(folder: string, id: string, hour: number, firstChunk: number, capabilities: string, more = ''): string {
  const transcript = `
    > 0 initialize {"protocolVersion":1,"clientCapabilities":{}}
    < 0 ok {"protocolVersion":1,"agentCapabilities":{${capabilities}},"authMethods":[]}
    > 1 session/new {"cwd":"/work","mcpServers":[]}
    < 1 ok {"sessionId":"s"}
    @5000 > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go"}]}
    @${5000 + firstChunk} < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"."}}}
    < 2 ok {"stopReason":"end_turn"}${more}`;
  const path = join(folder, `${id}.acp.jsonl`);
  const startedAt = epochMs(Date.UTC(2026, 10, 20, hour));
  writeFileSync(path, fileText(parseTranscript(transcript), header({ id, command: ['timed'], startedAt })));
  return path;
}

describe.skipIf(browserIsMissing())('the comparison', () => {
  let inspector: Inspector;
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    folder = temporaryFolder(lastly);
    const home = temporaryFolder(lastly);
    const long = isLong ? ['long-1', 'long-2'].map((id) => longRecording(folder, id, LONG_TURNS * 100)) : [];
    const runs = [
      timed(folder, 'quick', 8, 200_000, ''),
      timed(folder, 'slow', 9, 800_000, '"loadSession":true'),
      timed(folder, 'steady', 10, 800_000, '"loadSession":true'),
      timed(folder, 'unasked', 11, 800_000, '"loadSession":true', '\n< 9 ok {}'),
    ];
    await importInto(home, [GEMINI, again(folder), MULTI, ...long, ...runs], lastly);
    inspector = await startInspector(home, lastly);
    browser = await sharedBrowser();
  });
  const open = async (hash: string, options = {}) => {
    const opened = await shared(browser, inspector, hash, options);
    await opened.page.locator('.compare-verdict').waitFor();
    return opened;
  };
  const verdict = (page: Page) => page.locator('.compare-verdict').textContent();
  const steps = (page: Page) => page.locator('.compared-step');
  const before = (page: Page) => page.getByLabel('Recording before');

  test('opens with the previous run of the same command, shows what differs, and links to entries of both', async () => {
    const { page, detail, complaints } = await open('#/r/gemini-again/compare');
    await expect.poll(() => before(page).inputValue()).toBe('gemini-edit');
    await expect.poll(() => verdict(page)).toBe('Different in 1 of 1 turn.');
    await expect.poll(() => steps(page).count()).toBe(1);
    await expect.poll(() => steps(page).textContent()).toContain('/answer/result/outcome/optionId');
    await expect
      .poll(() => page.locator('.compared-words').allTextContents())
      .toEqual(['before: proceed_once', 'now: cancel']);
    await steps(page).locator('[data-side="now"] a').first().click();
    await page.waitForURL(/#\/r\/gemini-again\/e\/22$/);
    await detail.locator('.detail-seq', { hasText: '#22' }).waitFor();
    await page.goBack();
    await steps(page).locator('[data-side="before"] a').first().click();
    await page.waitForURL(/#\/r\/gemini-edit\/e\/22$/);
    await page.locator('[data-seq="22"][aria-selected="true"]').waitFor();
    await expect.poll(() => page.locator('.recording-facts-line').textContent()).toContain('/home/user/project');
    expect(complaints).toEqual([]);
  });

  test.runIf(isLong)('says that it compares with another command, if the command has no earlier run', async () => {
    const { page, complaints } = await open('#/r/gemini-edit/compare');
    const note = page.getByRole('note').filter({ hasText: 'No earlier run of this command' });
    await expect.poll(() => note.textContent()).toMatch(/: compared with a recording of \S.*\.$/);
    expect(await before(page).inputValue()).not.toBe('gemini-again');
    await before(page).selectOption('gemini-again');
    await note.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  test('is announced in the list of recordings: a slower first chunk, and a new capability', async () => {
    const { page } = await shared(browser, inspector);
    const item = (id: string) => page.getByRole('listitem').filter({ has: page.locator(`[data-recording="${id}"]`) });
    const badge = item('slow').getByRole('link', { name: 'chunk 4× slower' }); // a narrow list shows it without 'first'
    await expect
      .poll(async () => ((await badge.getAttribute('title')) ?? '').split('\n'))
      .toEqual([
        'Against the previous run of this command:',
        'first chunk 4× slower: median 800 ms, before 200 ms',
        'new: agent loadSession',
        'Compare',
      ]);
    expect(await badge.getAttribute('data-worse')).toBe('true');
    expect(await item('steady').getByRole('link').count()).toBe(1); // itself: as fast as the run before
    await badge.click();
    await page.waitForURL(/#\/r\/slow\/compare\?with=quick$/);
    const claims = page.locator('.compare-claim');
    await expect
      .poll(() => claims.allTextContents())
      .toEqual(['First chunk 4× slower: median 800 ms, before 200 ms', 'New: agent loadSession']);
    await page.goto(`${page.url().replace(/#.*/, '')}#/r/unasked/compare?with=steady`);
    await expect.poll(() => claims.allTextContents()).toEqual(['+1 errorfindings nowfindings before']);
    await claims.getByRole('link', { name: 'findings now' }).click();
    await page.waitForURL(/#\/r\/unasked\/findings$/);
    await page.keyboard.press('Control+k');
    await page.keyboard.insertText('previous run');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/r\/unasked\/compare\?with=steady$/);
  });

  test.runIf(isLong)('unfolds equal steps', async () => {
    const { page } = await open('#/r/gemini-again/compare');
    const run = page.getByRole('button', { name: '8 the same' });
    await run.waitFor();
    expect(await page.locator('.compared-same .compared-pair').count()).toBe(0);
    await run.click();
    await expect.poll(() => page.locator('.compared-same .compared-pair').count()).toBe(8);
    await expect.poll(() => run.getAttribute('aria-expanded')).toBe('true');
    await run.click();
    await expect.poll(() => page.locator('.compared-same .compared-pair').count()).toBe(0);
  });

  test.runIf(isLong)('is restored from its address, even after a reload', async () => {
    const { page } = await open('#/r/gemini-again/compare');
    await before(page).selectOption('claude-multi');
    await page.waitForURL(/compare\?with=claude-multi$/);
    await page.getByText('Different outside of turns').waitFor();
    await page.getByLabel('Part of it before').selectOption('turn-2');
    await page.waitForURL(/compare\?with=claude-multi&before=turn-2$/);
    await page.reload();
    await page.locator('.compare-verdict').waitFor();
    await expect.poll(() => before(page).inputValue()).toBe('claude-multi');
    await expect.poll(() => page.getByLabel('Part of it before').inputValue()).toBe('turn-2');
    await page.goBack();
    await page.waitForURL(/compare\?with=claude-multi$/);
    await page.locator('.compared-name', { hasText: 'Outside of turns' }).waitFor();
    await expect.poll(() => page.getByLabel('Part of it before').inputValue()).toBe('');
  });

  test.runIf(isLong)('compares two turns when the recording itself is chosen', async () => {
    const { page } = await open('#/r/claude-multi/compare');
    await before(page).selectOption('claude-multi');
    await page.waitForURL(/compare\?with=claude-multi&before=turn-\d&now=turn-\d$/);
    await page.getByLabel('Part of it before').selectOption('turn-1');
    await page.getByLabel('Part of it now').selectOption('turn-2');
    await page.getByRole('heading', { name: /Turn 1 → 2/ }).waitFor();
    await expect.poll(() => verdict(page)).toMatch(/^Turn 1 and turn 2 differ: .*\d/);
    await expect.poll(() => page.locator('.compared-turn').count()).toBe(1);
    await expect.poll(() => page.locator('.compared-figures').textContent()).toContain('First chunk');
  });

  test('can be opened and walked through with the keyboard alone', async () => {
    const { page } = await shared(browser, inspector, '#/r/gemini-again');
    await page.getByTestId('timeline').locator('[data-seq]').first().waitFor();
    await page.keyboard.press('7');
    await page.locator('.compare-verdict').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await page.keyboard.press('j');
    await expect.poll(() => focused()).toContain('Outside of turns');
    await page.keyboard.press(']');
    await expect.poll(() => focused()).toContain('Turn 1');
    await page.keyboard.press('e');
    await expect.poll(() => focused()).toContain('#22');
    await page.keyboard.press('k');
    await expect.poll(() => focused()).toBe('8 the same');
    await page.keyboard.press('Enter');
    await page.locator('.compared-same .compared-pair').first().waitFor();
    await page.keyboard.press('e');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/r\/gemini-edit\/e\/22$/);
  });

  test.runIf(isLong)('of two long recordings loads, with equal steps folded', async () => {
    const { page } = await open('#/r/long-2/compare?with=long-1');
    await expect.poll(() => verdict(page)).toBe(`The same, in ${LONG_TURNS} turns.`);
    await expect.poll(() => page.locator('.compared-turn').count()).toBe(1); // the steps outside turns
    expect(await page.locator('.compared-step').count()).toBe(0);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.locator('.compared-turn').nth(LONG_TURNS).waitFor();
    const run = page.getByRole('button', { name: `${LONG_TURNS} turns the same` });
    await expect.poll(() => run.getAttribute('aria-expanded')).toBe('true');
    await run.click();
    await expect.poll(() => page.locator('.compared-turn').count()).toBe(1);
  });

  test.runIf(isLong)('shows that it is running and for how long, until it is cancelled', async () => {
    const goOn = Promise.withResolvers<undefined>();
    const { page } = await shared(browser, inspector, '#/r/gemini-again');
    await page.getByTestId('timeline').locator('[data-seq]').first().waitFor();
    await page.route('**/api/compare*', async (route) => {
      await goOn.promise;
      await route.continue().catch(() => {}); // the request may be cancelled by then
    });
    await page.keyboard.press('7');
    await page.getByText(/^ ?[1-9] s$/).waitFor();
    const failed = page.waitForEvent('requestfailed');
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect((await failed).failure()?.errorText).toBe('net::ERR_ABORTED');
    await page.getByText('Cancelled').waitFor();
    goOn.resolve(undefined);
    await page.unroute('**/api/compare*');
    await page.getByRole('button', { name: 'Compare again' }).click();
    await page.locator('.compare-verdict').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Comparison');
  });

  test.runIf(isLong)('of a dropped file with a recording of the server sends nothing of the file', async () => {
    const { page, complaints } = await shared(browser, inspector);
    await page.locator('[data-recording="gemini-edit"]').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`));
    const text = readFileSync(join(folder, 'again.acp.jsonl'), 'utf8');
    await page.evaluate((dropped) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([dropped], 'mine.acp.jsonl'));
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }, text);
    await page.waitForURL(/#\/r\/file%3Amine\.acp\.jsonl/);
    await page.keyboard.press('7');
    await page.locator('.compare-verdict').waitFor();
    await before(page).selectOption('gemini-edit');
    await page.waitForURL(/with=gemini-edit/);
    await page.getByText('Different in 1 of 1 turn.').waitFor();
    await expect.poll(() => steps(page).count()).toBe(1);
    expect(
      sent.filter((request) => !/^GET \S+\/(?:assets\/\S+|api\/recordings\/[\w-]+\/\S+|api\/changes) $/.test(request)),
    ).toEqual([]);
    expect(sent.filter((request) => request.includes('mine'))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  // After those that expect no complaint, because it leaves an error in the console.
  test('reports what is missing when its address names an unknown recording', async () => {
    const { page } = await shared(browser, inspector, '#/r/gemini-again/compare?with=nobody');
    await page.getByText('One of the two is not here').waitFor();
    await expect.poll(() => before(page).locator('option:checked').textContent()).toBe('nobody, which is not here');
    await before(page).selectOption('gemini-edit');
    await page.locator('.compare-verdict').waitFor();
  });

  test.runIf(isLong)('in an exported page compares its turns, without a server', async () => {
    const path = join(temporaryFolder(), 'page.html');
    await acptap(temporaryFolder(), 'export', MULTI, '--format', 'html', '-o', path);
    const { page, complaints, requests } = await openFile(browser, path, '#/r/claude-multi/compare');
    await page.getByText('This is one and the same').waitFor();
    await page.getByLabel('Part of it before').selectOption('turn-1');
    await page.getByLabel('Part of it now').selectOption('turn-2');
    await page.getByRole('heading', { name: /Turn 1 → 2/ }).waitFor();
    expect({ complaints, requests }).toEqual({ complaints: [], requests: [] });
  });

  test.runIf(isLong).each(LOOKS)(
    'needs no sideways scrolling and has no serious axe finding: $colorScheme, $width px',
    async ({ colorScheme, viewport }) => {
      const address = '#/r/claude-multi/compare?with=claude-multi&before=turn-1&now=turn-2';
      const { page } = await open(address, { viewport });
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => page.getByTestId('compare').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
      expect(await seriousFindingsIfLong(page)).toEqual([]);
    },
  );
});
