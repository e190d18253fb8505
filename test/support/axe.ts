import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] }>;
}

/**
 * What axe finds serious or critical in a page, and a missing heading: a line each, with the first place. The page's own policy keeps
 * scripts out, so its context needs `bypassCSP`.
 */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(source);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run();
    return violations
      .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'page-has-heading-one')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}\n${nodes[0]?.failureSummary ?? ''}`);
  });
}
