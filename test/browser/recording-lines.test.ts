import { describe, expect, test } from 'vitest';
import { browserIsMissing, sharedBrowser } from '../support/browser.ts';
import { openPage } from '../support/inspector-page.ts';
import { readOnlyInspector } from '../support/inspector.ts';

describe.skipIf(browserIsMissing())('a line of the list of recordings', () => {
  test('has the whole difference from the run before at its usual width; what has no room is gone, not cut', async () => {
    const viewport = { width: 1440, height: 3000 }; // lines outside of the screen have no layout
    const { page } = await openPage(await sharedBrowser(), readOnlyInspector(), '', { viewport });
    const changes = page.locator('.recording-change');
    await changes.filter({ hasText: '·' }).first().waitFor();
    const lines = await changes.evaluateAll((all) =>
      all.map((change) => {
        const within = (of: string) => [...(change.parentElement?.querySelectorAll(of) ?? [])];
        const [facts] = within('.recording-facts');
        const bottom = facts?.getBoundingClientRect().bottom ?? 0;
        const ownsLine = within('.recording-own, .recording-ending, .recording-wait').length > 0;
        return {
          text: change.textContent,
          isWhole:
            ownsLine ||
            (Reflect.get(change, 'innerText').replace('first ', '') === change.textContent?.replace('first ', '') &&
              change.scrollWidth <= change.clientWidth + 1),
          isTwice: change.childElementCount > 1,
          cut: within('.recording-badges > *').filter((part) => {
            const { top, right } = part.getBoundingClientRect();
            return top < bottom && right > (facts?.getBoundingClientRect().right ?? 0) + 1;
          }).length,
          names: (ownsLine ? [] : within('.recording-peers'))
            .filter((names) => getComputedStyle(names).visibility === 'visible')
            .map((names) => names.getBoundingClientRect().width),
        };
      }),
    );
    expect(lines.filter(({ isWhole, cut }) => !isWhole || cut > 0)).toEqual([]);
    expect(lines.filter(({ isTwice }) => isTwice).length).toBeGreaterThan(0);
    expect(lines.filter(({ names }) => names.some((width) => width < 30))).toEqual([]);
  });
});
