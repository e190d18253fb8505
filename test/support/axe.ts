import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(
    of: Document,
    options: object,
  ): Promise<{ violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] }>;
}

/**
 * What axe finds serious or critical in a page, and a missing heading: a line each, with the first place. In another look of a page that
 * was asked already, colours are all that can be worse.
 */
export async function seriousFindings(page: Page, asked: 'all' | 'colours' = 'all'): Promise<readonly string[]> {
  await page.evaluate(source);
  const options = asked === 'all' ? {} : { runOnly: ['color-contrast', 'link-in-text-block'] };
  return page.evaluate(async (chosen) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run(document, chosen);
    return violations
      .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'page-has-heading-one')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}\n${nodes[0]?.failureSummary ?? ''}`);
  }, options);
}
