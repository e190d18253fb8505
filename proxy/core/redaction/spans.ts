/** A part of a text: from `start` up to `end`, exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A secret, and the rule that found it, for people: `slack key`, `named value`. */
export interface Found extends Span {
  readonly rule: string;
}

/** Whether a rule applies. */
export type IsMasked = (rule: string) => boolean;

/** Sorts parts and joins those that overlap. A joined part has the rule of its first part. */
export function mergeSpans<T extends Span>(spans: readonly T[]): readonly T[] {
  const result: T[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && span.start < last.end) result[result.length - 1] = { ...last, end: Math.max(last.end, span.end) };
    else result.push(span);
  }
  return result;
}

/** Returns the parts that do not overlap with `taken`, which is sorted and has no overlaps. */
export function withoutOverlaps(taken: readonly Span[], parts: readonly Span[]): readonly Span[] {
  let next = 0;
  return parts
    .toSorted((a, b) => a.start - b.start)
    .filter((part) => {
      while ((taken[next]?.end ?? Number.POSITIVE_INFINITY) <= part.start) next += 1;
      return (taken[next]?.start ?? Number.POSITIVE_INFINITY) >= part.end;
    });
}

/** A part of a text, its replacement, and the reason. */
export interface Replacement extends Found {
  readonly put: string;
}

/** Replaces parts of a text. They are sorted and do not overlap. */
export function replaceParts(text: string, parts: readonly Replacement[]): string {
  let result = '';
  let copied = 0;
  for (const { start, end, put } of parts) {
    result += text.slice(copied, start) + put;
    copied = end;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/** Copies a part of a text. The part itself would keep the whole text in memory. */
export const copyOfPart = (part: string): string => String(JSON.parse(JSON.stringify(part)));
