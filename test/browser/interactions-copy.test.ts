import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { SHARE_FORMS, type ShareForm } from '#core/contract/share.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { isLong, someOf } from '../support/effort.ts';
import { temporaryFolder, cleanUpAfterAll } from '../support/folders.ts';
import { openOnce } from '../support/inspector-page.ts';
import { readOnlyInspector, type Inspector } from '../support/inspector.ts';
import { answerOf, importInto, start } from '../support/processes.ts';
import { step } from '../support/step.ts';
import { KEYED, SECRET } from './own-recordings.ts';

const lastly = cleanUpAfterAll();
const shared = openOnce(lastly);

interface Form {
  readonly key: string;
  /** The content of the copy when #4 is selected in the raw view. */
  readonly has: readonly (string | RegExp)[];
}

const FORMS: Readonly<Record<ShareForm, Form>> = {
  frame: { key: 'f', has: [/^\{"jsonrpc":"2\.0","id":2,"method":"session\/prompt".*\}\n$/] },
  json: { key: 'j', has: [/^\{\n {2}"jsonrpc": "2\.0",\n/, /\n {2}"method": "session\/prompt",\n/] },
  jsonl: { key: 'l', has: [/^\{"acptap":1,"id":"keyed"/, /\n\{"t":5000,"from":"client","json":\{.*"session\/prompt"/] },
  mermaid: { key: 'm', has: [/^sequenceDiagram\n/, 'session/prompt'] },
  markdown: { key: 'i', has: [/^## session\/prompt: /m, '### Before and after', '> #4', '- Agent: `echo` `3`'] },
  repro: {
    key: 'p',
    has: [/^# Sends the client's frames of recording keyed/, "printf '%s\\n'", '"method":"session/prompt"'],
  },
  replay: { key: 't', has: ["from 'acptap/replay'", 'agent.request("session/prompt"', 'await replay.finished()'] },
  fixture: { key: 'c', has: [/^\{"acptap":1,"id":"canonical"/] },
  test: { key: 'v', has: ['./keyed.acp.jsonl', 'agent.request("session/prompt"'] },
  llm: { key: 'w', has: ['one two', /^! error .*#7, fault of the agent/m, /\(about \d+ tokens, estimated/] },
};

describe.skipIf(browserIsMissing())('copied content', () => {
  let inspector: Inspector;
  let browser: Browser;

  beforeAll(async () => {
    inspector = readOnlyInspector();
    browser = await sharedBrowser();
  });
  const open = async (hash: string) => {
    const opened = await shared(browser, inspector, hash);
    const { page } = opened;
    const menu = page.getByRole('dialog', { name: 'Copy or save' });
    const said = page.getByRole('status').filter({ hasText: /^Copied: / });
    await page.locator('[aria-selected="true"][data-seq]').first().waitFor();
    const masked = page.getByRole('region', { name: 'Masked values' });
    /** Opens the menu, presses these keys in it, accepts the masked values, and waits for the clipboard. */
    const copy = async (...keys: readonly string[]) => {
      const before = await said.allTextContents(); // names another form, or exact content
      await page.keyboard.press('y');
      await menu.waitFor();
      for (const key of keys) await page.keyboard.press(key);
      const hasPreview = async () => (await masked.count()) > 0;
      await expect.poll(async () => (await hasPreview()) || (await menu.count()) === 0).toBe(true);
      if (await hasPreview()) await page.keyboard.press('Enter');
      await menu.waitFor({ state: 'detached' });
      await said.and(page.getByText(before[0] ?? 'no notice', { exact: true })).waitFor({ state: 'detached' });
      await said.waitFor();
      return { text: await page.evaluate(() => navigator.clipboard.readText()), notice: await said.textContent() };
    };
    return { ...opened, menu, copy };
  };

  test('has a test for each form', async () => {
    const { page, menu } = await open('#/r/keyed/e/4?v=raw');
    await page.keyboard.press('y');
    const forms = menu.locator('[data-form]');
    await forms.first().waitFor();
    const offered = () =>
      forms.evaluateAll((all) =>
        Object.fromEntries(
          all.map((each) => [each.getAttribute('data-form'), each.getAttribute('aria-keyshortcuts')] as const),
        ),
      );
    await expect.poll(offered).toEqual(Object.fromEntries(SHARE_FORMS.map((form) => [form, FORMS[form].key])));
  });

  test('is in the chosen form, without the key unless exact content is chosen', async () => {
    const { copy, complaints } = await open('#/r/keyed/e/4?v=raw');
    const forms = someOf(Object.entries(FORMS), 3);
    const exact = new Set(someOf(forms, 4).map(([form]) => form));
    for (const [form, { key, has }] of forms)
      await step(form, async () => {
        const { text, notice } = await copy(key);
        for (const piece of has) expect(text).toMatch(piece);
        expect(text).not.toContain(SECRET);
        expect(notice).toMatch(/redacted: (?:1|no) value masked\.$/);
        const tokens = /about (\d+) tokens, redacted/.exec(notice ?? '')?.[1];
        expect(tokens).toBe(form === 'llm' ? `${Math.ceil(text.length / 4)}` : undefined); // as the menu counts
        if (!exact.has(form)) return;
        const whole = await copy('r', key);
        expect(whole.notice).toContain('exact, not redacted');
        expect(form === 'mermaid' || whole.text.includes(SECRET)).toBe(true); // a diagram has only the first words of a prompt
      });
    expect(complaints).toEqual([]);
  });

  test.skipIf(!existsSync('/bin/sh'))('as a shell command sends the agent the exact frames of the client', async () => {
    const { copy } = await open('#/r/keyed/e/4?v=raw');
    const { text } = await copy('r', 'p');
    const { stdout } = await answerOf(start(['/bin/sh', '-c', text]));
    const frames = parseTranscript(KEYED).filter((entry) => entry.kind === 'frame' && entry.from === 'client');
    expect(stdout).toBe(
      Buffer.concat(frames.map((entry) => (entry.kind === 'frame' ? entry.bytes : new Uint8Array()))).toString(),
    );
  });

  test('as a recording file can be read by acptap', async () => {
    const { page, menu, copy } = await open('#/r/keyed/e/4?v=raw');
    const home = temporaryFolder();
    const { text } = await copy('ArrowRight', 'l');
    const file = join(home, 'copied.acp.jsonl');
    writeFileSync(file, text);
    await importInto(home, file, lastly);
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(9);
    expect(await menu.count()).toBe(0);
    expect(page.url()).toMatch(/\/e\/4\?v=raw$/);
  });

  test.runIf(isLong)('reports when it cannot be loaded, and keeps the menu open', async () => {
    const { page, menu } = await open('#/r/keyed/e/4?v=raw');
    await page.route('**/share?*', (route) => route.fulfill({ status: 413, body: '{"error":"too large"}' }));
    await page.keyboard.press('y');
    await menu.waitFor();
    await page.keyboard.press('w');
    await menu.getByRole('alert').getByText('too large for the clipboard').waitFor();
    await expect.poll(() => menu.locator('.copy-of').last().textContent()).not.toContain('being made');
  });
});
