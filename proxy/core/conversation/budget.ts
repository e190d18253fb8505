import { MAX_CARD_CHARACTERS, type CutText } from '#core/contract/conversation.ts';
import { renderValue } from '#core/wire/render-value.ts';

/** How much is shown of JSON that is too deep to be written, in characters. */
const MOST_OF_THE_DEEP = 2000;

/** How much text a card may still take. Whoever comes first is served first. */
export interface Budget {
  left: number;
}

export const createBudget = (): Budget => ({ left: MAX_CARD_CHARACTERS });

/** As much of the text as the card has room for. A surrogate pair is not split. */
export function cut(text: string, budget: Budget): CutText {
  if (text.length <= budget.left) {
    budget.left -= text.length;
    return { text, missing: 0 };
  }
  const end = /[\ud800-\udbff]/.test(text.charAt(budget.left - 1)) ? budget.left - 1 : budget.left;
  budget.left = 0;
  return { text: text.slice(0, end), missing: text.length - end };
}

/** Like `cut`, for the end of a text: what was printed last says most. */
export function cutStart(text: string, budget: Budget): CutText {
  if (text.length <= budget.left) return cut(text, budget);
  const start = text.length - budget.left;
  const from = /[\udc00-\udfff]/.test(text.charAt(start)) ? start + 1 : start;
  budget.left = 0;
  return { text: text.slice(from), missing: from };
}

/** The JSON text of a value, indented; null for what is absent or empty. */
export function cutJson(value: unknown, budget: Budget): CutText | null {
  if (value === undefined || value === null) return null;
  const json = typeof value === 'string' ? value : indented(value);
  return json === '' || json === '{}' || json === '[]' ? null : cut(json, budget);
}

/** JSON for a person. What is nested deeper than the runtime can write, which no peer means, is shown as far as it fits on a page. */
export function indented(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2);
  } catch {
    return renderValue(value, MOST_OF_THE_DEEP);
  }
}
