import type { Span } from './spans.ts';

/** Finds secrets wherever they are said again. */
export interface Echoes {
  in(text: string): readonly Span[];
  /** The secret that is meant by what was found. */
  meant(found: string): string | undefined;
}

/** How much of a text is looked up before it is compared as a whole. */
const HEAD = 6;

/** Secrets may be said as they are, as in a JSON string, or as in a URL. Time grows with the text, not with how many secrets there are. */
export function createEchoes(secrets: readonly string[]): Echoes {
  const spellings = new Map<string, string>();
  for (const secret of secrets)
    for (const spelled of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())])
      if (!spellings.has(spelled)) spellings.set(spelled, secret);

  const byHead = new Map<string, string[]>(); // the longest first
  const firsts = new Set<number>();
  for (const spelled of [...spellings.keys()].toSorted((a, b) => b.length - a.length)) {
    const head = spelled.slice(0, HEAD);
    const alike = byHead.get(head);
    if (alike) alike.push(spelled);
    else byHead.set(head, [spelled]);
    firsts.add(spelled.charCodeAt(0));
  }
  const heads = [...new Set([...byHead.keys()].map(({ length }) => length))].toSorted((a, b) => b - a);

  function echoAt(text: string, start: number): string | undefined {
    for (const length of heads) {
      const candidates = byHead.get(text.slice(start, start + length));
      const echo = candidates?.find((candidate) => text.startsWith(candidate, start));
      if (echo !== undefined) return echo;
    }
    return undefined;
  }

  return {
    in(text) {
      const found: Span[] = [];
      for (let start = 0; start < text.length; start += 1) {
        const echo = firsts.has(text.charCodeAt(start)) ? echoAt(text, start) : undefined;
        if (echo === undefined) continue;
        found.push({ start, end: start + echo.length });
        start += echo.length - 1;
      }
      return found;
    },
    meant: (found) => spellings.get(found),
  };
}
