import type { Cut } from '#core/wire/entry.ts';
import type { Connection } from '../connection/open.ts';

/** A batch's part of frames too large for one row. */
export interface LargeFrames {
  /** The next bytes of such frames, in order. `frame` counts those of a recording from 0. */
  readonly pieces: readonly { readonly frame: number; readonly bytes: Uint8Array }[];
  /** The frames that are complete now, by the `seq` of their entries. */
  readonly complete: ReadonlyMap<number, number>;
}

/** Collects the large frames of a batch until they are written. */
export function createLargeFrames() {
  let pieces: { readonly frame: number; readonly bytes: Uint8Array }[] = [];
  let complete = new Map<number, number>();
  return {
    piece: (frame: number, bytes: Uint8Array): void => void pieces.push({ frame, bytes }),
    complete: (frame: number, seq: number): void => void complete.set(seq, frame),
    take(): LargeFrames {
      const taken = { pieces, complete };
      [pieces, complete] = [[], new Map()];
      return taken;
    },
  };
}

/** Writes the pieces of large frames, and for each entry the size and hash of its whole frame. */
export function createLargeFrameWriter(connection: Connection) {
  const insertPiece = connection.prepare(`INSERT INTO piece (recording, frame, bytes) VALUES (?, ?, ?)`);
  const insertCut = connection.prepare(`INSERT INTO cut (recording, seq, bytes, sha256, frame) VALUES (?, ?, ?, ?, ?)`);
  return {
    pieces(no: number, pieces: LargeFrames['pieces']): void {
      for (const { frame, bytes } of pieces) if (bytes.length > 0) insertPiece.run(no, frame, bytes);
    },
    /** `frame` is undefined where only the beginning is known: the entry was imported from a file. */
    cut: (no: number, seq: number, { bytes, sha256 }: Cut, frame: number | undefined): void =>
      void insertCut.run(no, seq, bytes, sha256, frame ?? null),
  };
}

/** Reads the pieces, sizes and hashes of large frames. */
export function createLargeFrameReader(connection: Connection) {
  const cutsBetween = connection.prepare(
    `SELECT seq, bytes, sha256 FROM cut WHERE recording = ? AND seq BETWEEN ? AND ?`,
  );
  const frameOf = connection.prepare(`SELECT frame FROM cut WHERE recording = ? AND seq = ?`);
  const pieceAfter = connection.prepare(
    `SELECT no, bytes FROM piece WHERE recording = ? AND frame = ? AND no > ? ORDER BY no LIMIT 1`,
  );

  function* piecesOf(no: number, frame: number): Generator<Uint8Array> {
    for (let after = 0; ;) {
      const piece = pieceAfter.get(no, frame, after) as { readonly no: number; readonly bytes: Uint8Array } | undefined;
      if (!piece) return;
      yield piece.bytes;
      after = piece.no;
    }
  }

  return {
    /** The cut frames among some entries. */
    cutsBetween(no: number, from: number, to: number): ReadonlyMap<number, Cut> {
      const found = cutsBetween.all(no, from, to) as ({ readonly seq: number } & Cut)[];
      return new Map(found.map(({ seq, bytes, sha256 }) => [seq, { bytes, sha256 }]));
    },
    /** All bytes of a cut frame, a piece at a time; undefined where the database has only its beginning. */
    wholeOf(no: number, seq: number): Generator<Uint8Array> | undefined {
      const cut = frameOf.get(no, seq) as { readonly frame: number | null } | undefined;
      return cut && cut.frame !== null ? piecesOf(no, cut.frame) : undefined;
    },
  };
}
