import type { TokenReading, Tokens } from '#core/model/stats.ts';

/** The tokens of a turn in both readings: as reported, and the increase since the previous report. */
export interface TokenReport {
  readonly reported: Tokens;
  readonly added: Tokens;
}

interface Session {
  readonly last: TokenReport;
  readonly sum: Tokens;
}

const COUNTS = ['total', 'input', 'output', 'thought', 'cachedRead', 'cachedWrite'] as const;

/** Collects the reports of up to `most` sessions. All get the same reading, because they come from one agent. */
export function createTokenReports(most: number) {
  const sessions = new Map<string, Session>();
  let source: Tokens['source'] | undefined;
  let isRepeated = false;
  let fell: number | undefined; // `seq` of the first report with a lower count than its predecessor

  function reading(): TokenReading | null {
    if (!isRepeated) return null;
    if (source === 'state' || source === 'quota') return { counts: 'turn', because: source };
    if (fell !== undefined) return { counts: 'turn', because: 'fell', seq: fell };
    return { counts: 'session', because: 'schema' };
  }

  /** The tokens of a report's turn. */
  const ofTurn = ({ reported, added }: TokenReport): Tokens => (reading()?.counts === 'session' ? added : reported);

  return {
    report(session: string, reported: Tokens, seq: number): TokenReport {
      const before = sessions.get(session);
      source ??= reported.source;
      if (before) {
        isRepeated = true;
        if (COUNTS.some((name) => (reported[name] ?? Infinity) < (before.last.reported[name] ?? 0))) fell ??= seq;
      }
      const added = before ? combined(reported, before.last.reported, -1) : reported;
      const last = { reported, added };
      const sum = before ? combined(reported, before.sum, 1) : reported;
      if (before || sessions.size < most) sessions.set(session, { last, sum });
      return last;
    },
    reading,
    ofTurn,
    ofSession(session: string): { readonly tokens: Tokens | null; readonly lastTurn: Tokens | null } {
      const counted = sessions.get(session);
      if (!counted) return { tokens: null, lastTurn: null };
      return {
        tokens: reading()?.counts === 'session' ? counted.last.reported : counted.sum,
        lastTurn: ofTurn(counted.last),
      };
    },
  };
}

/** Adds or subtracts token counts; null where both are null. */
function combined(one: Tokens, other: Tokens, sign: 1 | -1): Tokens {
  const counts = COUNTS.map((name) => {
    const [left, right] = [one[name], other[name]];
    return [name, left === null && right === null ? null : (left ?? 0) + sign * (right ?? 0)];
  });
  return { ...one, ...(Object.fromEntries(counts) as Pick<Tokens, (typeof COUNTS)[number]>) };
}

/** Describes the reading in a sentence; empty if there is only one reading. */
export function describeReading(reading: TokenReading | null): string {
  switch (reading?.because) {
    case undefined:
      return '';
    case 'state':
      return 'Each report counts one turn, as protocol version 2 says.';
    case 'quota':
      return 'Each report counts one turn, as _meta.quota does.';
    case 'fell':
      return `Each report counts one turn: the count at #${reading?.seq} is less than the previous one.`;
    case 'schema':
      return 'Each report counts the session so far, as protocol version 1 says; no count fell.';
  }
}
