import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { isLong, rounds } from './effort.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(
    of: Document | string,
    options: { resultTypes: readonly string[]; preload: boolean },
  ): Promise<{ violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] }>;
}

/**
 * The looks in which axe checks a page. In the gate each colour scheme and each width once, in long runs all
 * combinations.
 */
export const LOOKS = (
  [
    ['light', 1440],
    ['dark', 420],
    ['light', 420],
    ['dark', 1440],
  ] as const
)
  .map(([colorScheme, width]) => ({ colorScheme, width, viewport: { width, height: 900 } }))
  .slice(0, rounds(2, 4));

/** In long runs. The gate, where axe takes a second, checks each view in test/browser/accessibility.test.ts. */
export const seriousFindingsIfLong = async (page: Page): Promise<readonly string[]> =>
  isLong ? seriousFindings(page) : [];

/**
 * Serious and critical axe findings of a page, or of its elements of this selector, and a missing heading of a page: one
 * line each, with the first place.
 */
export async function seriousFindings(page: Page, within?: string): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(async (selector) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run(selector ?? document, { resultTypes: ['violations'], preload: false });
    return violations
      .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id === 'page-has-heading-one')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}\n${nodes[0]?.failureSummary ?? ''}`);
  }, within);
}
