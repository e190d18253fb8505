import { isObject, valueAt } from '#core/json/json.ts';
import { hasPlaceholder } from '#core/wire/placeholder.ts';

/** Deeper than any message of ACP; deeper values are compared unchanged. */
const DEEPEST = 100;

/**
 * Fills the placeholders of a redacted recording with the live client's text. A string keeps its placeholders when the
 * words around them differ.
 */
export function fillPlaceholders(recorded: unknown, live: unknown, depth = 0): unknown {
  if (typeof recorded === 'string') return hasPlaceholder(recorded) && mayBe(recorded, live) ? live : recorded;
  if (depth > DEEPEST) return recorded;
  if (Array.isArray(recorded) && Array.isArray(live))
    return recorded.map((item, index) => fillPlaceholders(item, live[index], depth + 1));
  if (!isObject(recorded) || !isObject(live)) return recorded;
  return Object.fromEntries(
    Object.entries(recorded).map(([name, member]) => [name, fillPlaceholders(member, valueAt(live, name), depth + 1)]),
  );
}

/** Whether a live value fits a recorded text with placeholders. A placeholder that stands alone also fits a number. */
function mayBe(recorded: string, live: unknown): boolean {
  const texts = recorded.split(/\[redacted-\d{1,6}\]/);
  if (typeof live === 'number') return texts.every((text) => text === '');
  return typeof live === 'string' && hasInOrder(live, texts);
}

/** Whether a text contains these parts in order. Linear, because the earliest match is always best. */
function hasInOrder(text: string, parts: readonly string[]): boolean {
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let from = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, from);
    if (found === -1 || found + part.length > end) return false;
    from = found + part.length;
  }
  return true;
}
