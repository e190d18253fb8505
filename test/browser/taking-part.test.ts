import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { seriousFindingsIfLong } from '../support/axe.ts';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { cleanUpAfterAll, temporaryFolder } from '../support/folders.ts';
import { openPage } from '../support/inspector-page.ts';
import { startInspector, type Inspector } from '../support/inspector.ts';
import { peer, startShim, stdoutHas } from '../support/processes.ts';

const lastly = cleanUpAfterAll();
const line = (method: string, number = 0) => `{"jsonrpc":"2.0","method":"${method}","params":[${number}]}\n`;

describe.skipIf(browserIsMissing())('the page', () => {
  let home: string;
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    home = temporaryFolder(lastly);
    inspector = await startInspector(home, lastly);
    browser = await sharedBrowser();
  });

  test('holds, releases, edits and drops frames of a running agent by keys, and lets them go when it is closed', async () => {
    const { page, detail, complaints } = await openPage(browser, inspector);
    const named = (name: string) => page.locator('[data-recording]', { hasText: name });
    const run = ['--name', 'taken part', '--break', 'method:_held from:client', '--fault', 'drop where method:_lost'];
    const half = 'delay 1ms 50% where method:_half';
    const shim = startShim(peer('echo'), { home, run: [...run, '--fault', half, '--seed', '7'] });
    const write = (method: string, number: number) => shim.child.stdin.write(line(method, number));
    const first = page.locator('.held').first();
    write('_first', 0);
    await named('taken part').click();
    await page.keyboard.press('b');
    await page.getByRole('checkbox', { name: 'method:_held from:client' }).waitFor(); // the page watches
    await page.getByRole('heading', { name: 'Faults, seed 7' }).waitFor();
    await page.getByRole('checkbox', { name: 'drop where method:_lost' }).uncheck();
    await page.getByLabel('Filter of the breakpoint').fill('dur:>1s');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'dur: is not known yet when a frame arrives' }).waitFor();
    await page.getByRole('combobox', { name: 'From' }).selectOption('agent');
    await page.getByLabel('Filter of the breakpoint').fill('method:_none');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove from:agent (method:_none)' }).click();
    await expect.poll(() => page.locator('.take-part-line').count()).toBe(3);
    const frame = page.getByRole('textbox', { name: 'Frame' });
    await page.getByRole('combobox', { name: 'Template' }).selectOption('session/cancel');
    await expect.poll(() => frame.inputValue()).toContain('"sessionId": ""');
    await frame.fill((await frame.inputValue()).replace('""', '7'));
    await page.locator('.frame-editor-finding', { hasText: 'sessionId' }).first().waitFor();
    await page.getByRole('button', { name: 'Deliver' }).click();
    await stdoutHas(shim, '{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":7}}\n');
    await page.keyboard.press('Escape');

    for (const number of [1, 2, 3]) write('_held', number);
    write('_lost', 4);
    await expect.poll(() => first.textContent()).toMatch(/client to agent.*_held.*\d m[^,]* left.*3 behind it/);
    await named('taken part').getByText('3 held').waitFor();
    expect(shim.stdout().includes('_held')).toBe(false);
    const mark = page.locator('[data-seq] .intervention', { hasText: 'held' });
    await mark.first().waitFor();
    await first.getByRole('button', { name: '_held' }).click();
    await expect.poll(() => detail.textContent()).toContain('_held');
    await page.getByRole('link', { name: 'Sequence' }).click();
    await page.getByTestId('sequence').locator(mark).first().waitFor();
    await page.getByRole('link', { name: 'Timeline' }).click();
    await page.keyboard.press('Escape');
    expect(await seriousFindingsIfLong(page)).toEqual([]);
    await page.keyboard.press('r');
    await stdoutHas(shim, line('_held', 1));
    await page.keyboard.press('w');
    await expect.poll(() => page.getByRole('textbox', { name: 'Frame' }).inputValue()).toContain('    2\n');
    await page.getByRole('textbox', { name: 'Frame' }).fill('{ "jsonrpc": "2.0", "metod": "_edited" }');
    await page.locator('.frame-editor-finding', { hasText: 'jsonrpc/' }).waitFor();
    await page.getByText('/metod').waitFor();
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Frame' }).inputValue()).toContain('    2\n');
    await page.getByRole('textbox', { name: 'Frame' }).fill('{ "jsonrpc": "2.0", "method": "_edited" }');
    await page.getByRole('button', { name: 'Deliver' }).click();
    await stdoutHas(shim, '{"jsonrpc":"2.0","method":"_edited"}\n');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('x');
    await stdoutHas(shim, line('_lost', 4)); // its fault is off
    expect(shim.stdout().toString()).not.toMatch(/_held","params":\[[23]/);
    await first.waitFor({ state: 'detached' });

    startShim(peer('echo'), { home, run: ['--name', 'watched only'] }).child.stdin.write(line('_first'));
    await named('watched only').click();
    await page.keyboard.press('b');
    await page.getByText('acptap run --interactive --').waitFor();
    await page.keyboard.press('Escape');

    const asked = '{"jsonrpc":"2.0","id":9,"method":"_held","params":[6]}\n';
    shim.child.stdin.write(asked);
    await named('taken part').getByText('1 held').waitFor();
    await named('taken part').click();
    await page.keyboard.press('a');
    await expect.poll(() => frame.inputValue()).toContain('"result": {}');
    await page.getByLabel('Bytes').check();
    await expect.poll(() => frame.inputValue()).toMatch(/^7b 22 6a/);
    await page.getByLabel('Bytes').uncheck();
    await frame.fill('{ "jsonrpc": "2.0", "id": 9, "err" }');
    await frame.press('ArrowLeft');
    for (let count = 0; count < 2; count += 1) await frame.press('ArrowLeft');
    await page.keyboard.type('o');
    await page.getByRole('option', { name: '"error":' }).waitFor();
    await frame.press('Enter');
    await page.keyboard.insertText('{"code":-32000,"message":"no"}');
    await frame.press('Control+Enter');
    await stdoutHas(shim, '{"jsonrpc":"2.0","id":9,"error":{"code":-32000,"message":"no"}}\n');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(shim.stdout().includes(asked)).toBe(false);
    await page.keyboard.press('i');
    await page.getByRole('combobox', { name: 'Template' }).waitFor();
    await page.keyboard.press('Escape');

    await page.keyboard.press('b');
    const counted = (name: string) => page.locator('.take-part-line', { hasText: name });
    await expect.poll(() => counted('method:_held').textContent()).toMatch(/4 hits/);
    await expect.poll(() => counted('method:_lost').textContent()).toContain('0 frames');
    const switched = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('checkbox', { name: 'drop where method:_lost' }).check();
    await switched; // the agent's acptap has answered
    write('_lost', 7);
    for (let number = 0; number < 20; number += 1) write('_half', number);
    await stdoutHas(shim, line('_half', 19));
    await expect.poll(() => counted('method:_lost').textContent()).toMatch(/(?<!\d)1 frame$/);
    await expect.poll(() => counted(half).textContent()).toMatch(/[1-3]\d frames$/); // of forty
    expect(shim.stdout().includes(line('_lost', 7))).toBe(false);
    await page.keyboard.press('Escape');

    write('_held', 5);
    await named('taken part').getByText('1 held').waitFor();
    await page.close();
    await stdoutHas(shim, line('_held', 5));
    expect(complaints.filter((text) => !text.includes('409'))).toEqual([]); // the filter that cannot be used
  });
});
