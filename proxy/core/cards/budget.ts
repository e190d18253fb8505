import { renderValue } from '#core/json/render-value.ts';
import type { CutText } from '#core/model/cut-text.ts';

/** The most characters of text in one card. `missing` counts the rest, which the entry has. */
export const MAX_CARD_CHARACTERS = 200_000;

/** The most characters to show of JSON that is too deep to serialise. */
const MAX_DEEP_CHARACTERS = 2000;

/** The number of characters that a card can still take. Earlier texts are served first. */
export interface Budget {
  left: number;
}

export const createBudget = (): Budget => ({ left: MAX_CARD_CHARACTERS });

/** Cuts a text to the rest of the budget, without splitting a surrogate pair. */
export function cut(text: string, budget: Budget): CutText {
  if (text.length <= budget.left) {
    budget.left -= text.length;
    return { text, missing: 0 };
  }
  const end = /[\ud800-\udbff]/.test(text.charAt(budget.left - 1)) ? budget.left - 1 : budget.left;
  budget.left = 0;
  return { text: text.slice(0, end), missing: text.length - end };
}

/** Like `cut`, but keeps the end of a text, because the latest output matters most. */
export function cutStart(text: string, budget: Budget): CutText {
  if (text.length <= budget.left) return cut(text, budget);
  const start = text.length - budget.left;
  const from = /[\udc00-\udfff]/.test(text.charAt(start)) ? start + 1 : start;
  budget.left = 0;
  return { text: text.slice(from), missing: from };
}

/** The indented JSON text of a value; null if it is absent or empty. */
export function cutJson(value: unknown, budget: Budget): CutText | null {
  if (value === undefined || value === null) return null;
  const json = typeof value === 'string' ? value : indented(value);
  return json === '' || json === '{}' || json === '[]' ? null : cut(json, budget);
}

/**
 * Indents JSON for a person. Shows only a beginning of JSON that is nested too deep to serialise, which no
 * peer sends on purpose.
 */
export function indented(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2);
  } catch {
    return renderValue(value, MAX_DEEP_CHARACTERS);
  }
}
