import type { EntryRow } from '#core/contract/api.ts';

/** Rows of one request, and of one cache chunk: four screens of rows, well below the contract's limit. */
export const CHUNK = 200;

interface Chunk {
  readonly rows: EntryRow[];
  /** Shown, but to be fetched again: something may have changed without the page being told. */
  stale: boolean;
}

/**
 * The rows a page holds of a recording that may have millions: chunks of CHUNK rows, at most `maxChunks`, the least
 * recently wanted forgotten first. `seq` is a row's position, so a chunk's rows start at `chunk * CHUNK` without gaps.
 */
export function createRowCache(maxChunks: number) {
  const chunks = new Map<number, Chunk>(); // in order of use, the oldest first

  const put = (index: number, chunk: Chunk) => {
    chunks.delete(index);
    chunks.set(index, chunk);
    for (const oldest of chunks.keys()) {
      if (chunks.size <= maxChunks) break;
      chunks.delete(oldest);
    }
  };

  return {
    rowAt: (seq: number): EntryRow | undefined => chunks.get(Math.floor(seq / CHUNK))?.rows[seq % CHUNK],
    touch: (index: number) => {
      const chunk = chunks.get(index);
      if (chunk) put(index, chunk);
    },
    /** True when the chunk must be fetched for a recording of `total` entries. */
    lacks: (index: number, total: number): boolean => {
      const chunk = chunks.get(index);
      return !chunk || chunk.stale || chunk.rows.length < Math.min(CHUNK, total - index * CHUNK);
    },
    /** A fetched chunk. Rows that came live while it was fetched and lie behind its end are kept. */
    store: (index: number, rows: readonly EntryRow[]) => {
      const newer = chunks.get(index)?.rows.slice(rows.length) ?? [];
      put(index, { rows: [...rows, ...newer], stale: false });
    },
    /** Live rows. Those that do not join what is held are left to be fetched when they are looked at. */
    append: (rows: readonly EntryRow[]) => {
      for (const row of rows) {
        const index = Math.floor(row.seq / CHUNK);
        if (row.seq % CHUNK === 0 && !chunks.has(index)) put(index, { rows: [], stale: false });
        const held = chunks.get(index)?.rows;
        if (held?.length === row.seq % CHUNK) held.push(row);
      }
    },
    /** Replaces held rows by their newer selves. */
    amend: (rows: readonly EntryRow[]) => {
      for (const row of rows) {
        const held = chunks.get(Math.floor(row.seq / CHUNK))?.rows;
        if (held && row.seq % CHUNK < held.length) held[row.seq % CHUNK] = row;
      }
    },
    /** Everything held may be out of date; it stays visible until it is fetched again. */
    expire: () => {
      for (const chunk of chunks.values()) chunk.stale = true;
    },
    /** The nearest held row after (`step` 1) or before (−1) `seq` that passes, going over what is not held. */
    nearest: (seq: number, step: 1 | -1, passes: (row: EntryRow) => boolean): EntryRow | undefined => {
      let best: EntryRow | undefined;
      for (const { rows } of chunks.values()) {
        for (const row of rows) {
          const isBeyond = (row.seq - seq) * step > 0;
          const isNearer = !best || (best.seq - row.seq) * step > 0;
          if (isBeyond && isNearer && passes(row)) best = row;
        }
      }
      return best;
    },
  };
}
