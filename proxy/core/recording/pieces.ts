import type { Known, Mask } from './mask.ts';
import type { Found, Replacement } from './spans.ts';
import type { Stream } from './streams.ts';

/** One text that is told in pieces: what a model says, what a terminal prints, stderr. */
interface Run extends Omit<Stream, 'name'> {
  readonly pieces: Piece[];
  length: number;
  /** What gives itself away in all that there was at that length: long texts are looked at once. */
  given?: { readonly length: number; readonly spans: readonly Found[] };
  /** What is to be replaced, by piece, and what was known when that was found out. */
  found?: { readonly length: number; readonly version: number; readonly parts: ReadonlyMap<Piece, Replacement[]> };
}

/** `start`: where in the whole text it begins. */
interface Piece {
  readonly run: Run;
  readonly start: number;
  readonly text: string;
}

/** After so many characters, the next line begins another run. */
const MOST_CHARACTERS = 4 * 1024 * 1024;

/** Which texts of a recording go on in which, and what of each is secret because of the others. Every text is kept. */
export function createPieces(mask: Mask) {
  const latest = new Map<string, Run>(); // by stream
  const bySeq = new Map<number, Piece[]>();
  const unread = new Set<Run>(); // that have grown since they were learnt from

  return {
    /** To be told every piece, in order. `place` tells the texts of one message apart. */
    add(seq: number, stream: Stream, place: string, text: string): void {
      const key = `${stream.name} ${place}`;
      const before = latest.get(key);
      const run: Run = before && goesOn(before, text, stream) ? before : { ...stream, pieces: [], length: 0 };
      const piece = { run, start: run.length, text };
      run.pieces.push(piece);
      run.length += text.length;
      latest.set(key, run);
      unread.add(run);
      bySeq.set(seq, [...(bySeq.get(seq) ?? []), piece]);
      mask.heed(text);
    },

    /** What comes from here on goes on in nothing that a message has said. */
    endTurn(): void {
      for (const [key, { isLasting }] of latest) if (!isLasting) latest.delete(key);
    },

    /** Learns from what has come: a text is looked at when all of it is there. */
    settle(): void {
      for (const run of unread) {
        const text = wholeOf(run);
        mask.learn(text, [], givenIn(run, text, mask));
      }
      unread.clear();
    },

    /** The pieces of an entry, to be asked for in the order in which they were added: what of each is to be replaced. */
    of(seq: number) {
      const pieces = (bySeq.get(seq) ?? []).values();
      return {
        next(text: string): readonly Replacement[] | undefined {
          const piece = pieces.next().value;
          return piece?.text === text ? (partsOf(piece.run, mask).get(piece) ?? NOTHING) : undefined;
        },
      };
    },
  };
}

const NOTHING: readonly Replacement[] = [];

const wholeOf = ({ pieces }: Run): string => pieces.map(({ text }) => text).join('');

function givenIn(run: Run, text: string, mask: Mask): readonly Found[] {
  if (run.given?.length !== text.length) run.given = { length: text.length, spans: mask.secretsOf(text) };
  return run.given.spans;
}

function goesOn({ pieces, length }: Run, text: string, { isWhole }: Stream): boolean {
  if (length > MOST_CHARACTERS && pieces.at(-1)?.text.endsWith('\n')) return false;
  return !isWhole || !text.startsWith(pieces[0]?.text.slice(0, 64) ?? '');
}

function partsOf(run: Run, mask: Mask): ReadonlyMap<Piece, readonly Replacement[]> {
  const { found, length } = run;
  const version = mask.version();
  if (found?.length === length && found.version === version) return found.parts;
  const alone = run.pieces.length === 1 ? [] : run.pieces.flatMap((piece) => aloneIn(piece, mask));
  const text = wholeOf(run);
  const given = givenIn(run, text, mask);
  const parts = distributed(run.pieces, mask.replacements(text, alone, { isCut: true, given }));
  run.found = { length, version, parts };
  return parts;
}

/** What is secret in a piece whatever the others are: it may be a whole text after all. */
const aloneIn = ({ text, start, run }: Piece, mask: Mask): readonly Known[] =>
  [...mask.secretsOf(text), ...(run.isWhole ? mask.cutOff(text) : [])].map((span) => ({
    ...span,
    start: span.start + start,
    end: span.end + start,
  }));

/** What is replaced in a whole text, piece by piece: what stands for it is in the first, and the others lack their part. */
function distributed(pieces: readonly Piece[], parts: readonly Replacement[]): ReadonlyMap<Piece, Replacement[]> {
  const byPiece = new Map<Piece, Replacement[]>();
  let first = 0;
  for (const piece of pieces) {
    const end = piece.start + piece.text.length;
    while ((parts[first]?.end ?? Infinity) <= piece.start) first += 1;
    for (let index = first; (parts[index]?.start ?? Infinity) < end; index += 1) {
      const part = parts[index];
      if (!part || piece.text === '') continue;
      const begins = part.start >= piece.start;
      const own = byPiece.get(piece) ?? [];
      own.push({
        start: Math.max(part.start - piece.start, 0),
        end: Math.min(part.end, end) - piece.start,
        put: begins ? part.put : '',
        rule: part.rule,
      });
      byPiece.set(piece, own);
    }
  }
  return byPiece;
}
