import type { CDPSession, Page } from 'playwright-core';

/** The load of the page's main thread since the last `reset`. */
export interface Strain {
  /** The longest task, in ms; 0 if none reached 50 ms, which browsers report from. */
  readonly longestTask: number;
  /** The 95th percentile of the time between two frames, in ms. */
  readonly frameP95: number;
  /** The most row nodes in the document at once. */
  readonly rows: number;
}

/** Watches a page's main thread: tasks, frames, row nodes, heap. */
export async function probe(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await page.evaluate(WATCH);
  return {
    /** Starts counting anew. */
    reset: () => page.evaluate<void>('strain.reset()'),
    strain: () => page.evaluate<Strain>('strain.read()'),
    /** Heap in MiB after a garbage collection. */
    async heap(): Promise<number> {
      await cdp.send('HeapProfiler.collectGarbage');
      const { usedSize } = await cdp.send('Runtime.getHeapUsage');
      return usedSize / 1024 / 1024;
    },
  };
}

const WATCH = `
globalThis.strain = (() => {
  let longestTask = 0, frames = [], rows = 0, last = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
  }).observe({ type: 'longtask', buffered: true });
  requestAnimationFrame(function frame(now) {
    if (last > 0) frames.push(now - last);
    last = now;
    rows = Math.max(rows, document.querySelectorAll('[data-testid="timeline"] [data-seq]').length);
    requestAnimationFrame(frame);
  });
  return {
    reset() { longestTask = 0; frames = []; rows = 0; },
    read() {
      const sorted = frames.toSorted((a, b) => a - b);
      return { longestTask, frameP95: sorted[Math.max(Math.ceil(0.95 * sorted.length) - 1, 0)] ?? 0, rows };
    },
  };
})();
`;
