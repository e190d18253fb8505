import { createHash } from 'node:crypto';

/** Ids of traces and spans. They are derived, so that a span that is sent twice has the same id. */
export function createIds(recording: string) {
  const hash = (digits: number, ...words: readonly unknown[]): string =>
    createHash('sha256')
      .update(JSON.stringify([recording, ...words]))
      .digest('hex')
      .slice(0, digits);

  return {
    /** The trace of a session. Without a session, that of the connection. */
    trace: (session: string | undefined): string => hash(32, 'trace', session ?? null),
    /** The span of a session, turn, tool call or exchange. `place` is the `seq` of its first entry, or its number. */
    span: (kind: 'root' | 'turn' | 'tool-call' | 'exchange', place: number | string): string => hash(16, kind, place),
  };
}
