import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { epochMs } from '#core/units.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { asks, diff, reads, turn, update, writes } from '../core/files/files-of.ts';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/folders.ts';
import { openPage, reuse } from '../support/inspector-page.ts';
import { startInspector } from '../support/inspector.ts';
import { importInto, peer, startShim, stdoutHas } from '../support/processes.ts';
import { fileText, header } from '../support/recording-file.ts';
import { step } from '../support/step.ts';

const edit = (content: object) =>
  update({ toolCallId: 'c', title: 'Edit', kind: 'edit', status: 'pending', content: [content] }, 'tool_call');

/** The file is written as allowed. */
const YESTERDAY = turn(`${reads(10, '/work/app.ts', 'one\n')}
  ${edit(diff('/work/app.ts', 'one\n', 'two\n'))}
  ${asks(11, { toolCallId: 'c' }, 'yes')}
  ${writes(12, '/work/app.ts', 'two\n')}
  < 2 ok {"stopReason":"end_turn"}`);

/** The agent writes a line that is not a message, and writes the file although the person said no, after 11 seconds. */
const TODAY = turn(`${reads(10, '/work/app.ts', 'one\n')}
  < | loading model...
  ${edit(diff('/work/app.ts', 'one\n', 'two\n'))}
  @9000000 ${asks(11, { toolCallId: 'c' }, 'no').replace('\n', '\n@20000000 ')}
  ${writes(12, '/work/app.ts', 'two\n')}
  @30000000 < 2 ok {"stopReason":"end_turn"}`);

/** The client never answers a read. */
const HUNG = turn(`< 10 fs/read_text_file {"sessionId":"s","path":"/work/app.ts"}
  = exit {"code":null,"signal":"SIGKILL"}`);

interface Question {
  readonly question: string;
  readonly at: string;
  /** Keys, or links and buttons to click, from the first view of the recording. */
  readonly does: readonly (string | ((page: Page) => Locator))[];
  /** Texts of the page: each is a part of the answer. */
  readonly answer: readonly (string | RegExp)[];
}

const QUESTIONS: readonly Question[] = [
  {
    question: 'who wrote garbage',
    at: 'today',
    does: [(page) => page.getByRole('link', { name: /^Findings/ })],
    answer: ['framing/line-is-json', '1 finding · fault of the agent', 'loading model...'],
  },
  { question: 'why does it hang', at: 'live', does: [], answer: [/client waits for session\/prompt/, /silent/] },
  {
    question: 'why did it hang',
    at: 'hung',
    does: [],
    answer: [
      /SIGKILL while the client waited for session\/prompt/,
      'agent waited for the client to answer request 10, fs/read_text_file',
    ],
  },
  { question: 'where did the seconds go', at: 'today', does: ['5'], answer: [/agent 19\.0 s.*person 11\.0 s/] },
  {
    question: 'what did it change, and was that permitted',
    at: 'today',
    does: ['8'],
    answer: ['1 write although the permission was refused', '/work/app.ts'],
  },
  {
    question: 'what is different from yesterday',
    at: 'today',
    does: ['7'],
    answer: ['loading model...', '/answer/result/outcome/optionId'],
  },
];

describe.skipIf(browserIsMissing())('the five questions', () => {
  test('are each answered in at most two keys or clicks from the first view of a recording', async () => {
    const home = temporaryFolder();
    const folder = temporaryFolder();
    const files = Object.entries({ yesterday: YESTERDAY, today: TODAY, hung: HUNG }).map(([id, transcript], day) => {
      const path = join(folder, `${id}.acp.jsonl`);
      const startedAt = epochMs(Date.UTC(2026, 10, 20 + day));
      writeFileSync(
        path,
        fileText(parseTranscript(transcript), header({ id, name: id, startedAt, command: ['my-agent'] })),
      );
      return path;
    });
    await importInto(home, files, onTestFinished);
    const shim = startShim(peer('echo'), { home, run: ['--name', 'live'] });
    shim.child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{}}\n');
    await stdoutHas(shim, 'session/prompt');
    const opened = await openPage(await sharedBrowser(), await startInspector(home, onTestFinished));
    const { page, complaints } = opened;
    await page.evaluate(() => {
      const presses = { count: 0 };
      Object.assign(globalThis, { presses });
      for (const kind of ['keydown', 'pointerdown']) addEventListener(kind, () => (presses.count += 1), true);
    });
    const presses = () => page.evaluate(() => (globalThis as unknown as { presses: { count: number } }).presses);
    for (const { question, at, does, answer } of QUESTIONS)
      await step(question, async () => {
        await reuse(opened, '#/r/today'); // the timeline: another recording opens in the same view
        await page.locator('[data-recording]', { hasText: at }).first().click();
        await page.locator('main[data-view="timeline"] [data-seq="0"]').waitFor();
        const before = await presses();
        for (const each of does) await (typeof each === 'string' ? page.keyboard.press(each) : each(page).click());
        for (const text of answer) await page.locator('main').getByText(text).first().waitFor();
        expect((await presses()).count - before.count).toBeLessThanOrEqual(2);
      });
    expect(complaints).toEqual([]);
  });
});
