/** A part of a text: from `start` up to `end`, exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The same parts in order, those that overlap made one. */
export function merged(spans: readonly Span[]): readonly Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && span.start < last.end)
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else result.push(span);
  }
  return result;
}

/** The text with each part, as `merged` gives them, replaced by one function and all that is between them by another. */
export function replaceSpans(
  text: string,
  spans: readonly Span[],
  inside: (part: string) => string,
  outside: (part: string) => string,
): string {
  let result = '';
  let copied = 0;
  for (const { start, end } of spans) {
    result += outside(text.slice(copied, start)) + inside(text.slice(start, end));
    copied = end;
  }
  return result + outside(text.slice(copied));
}
