import type { Known, Mask } from './mask.ts';
import { copyOfPart, type Found, type IsMasked, type Replacement } from './spans.ts';
import type { Stream } from './streams.ts';

/** One text that arrives in pieces: a message of the model, the output of a terminal, stderr. */
interface Run extends Omit<Stream, 'name'> {
  /** Numbers of the entries that the pieces stand in. An entry may have several. */
  readonly seqs: number[];
  /** The beginning of the first piece. */
  readonly opening: string;
  /** A list of only this run, for the entries that have no other run. Shared to save memory. */
  readonly asList: readonly Run[];
  /** The pieces; undefined when they have to be read again. */
  texts: string[] | undefined;
  length: number;
  endsLine: boolean;
  /** The secrets in the text of that length. A long text is searched once. */
  own?: { readonly length: number; readonly spans: readonly Found[]; readonly secrets: readonly string[] };
  /** The parts to replace, and the secrets known when they were found. */
  found?: {
    readonly length: number;
    readonly version: number;
    readonly isMasked: IsMasked | undefined;
    readonly parts: Parts;
  };
}

interface Piece {
  readonly seq: number;
  /** Its number among the pieces of the same run in the same entry. */
  readonly nth: number;
  /** Where it begins in the whole text. */
  readonly start: number;
  readonly text: string;
}

/** The parts to replace in each piece: by entry, then by the piece's number in it. */
type Parts = ReadonlyMap<number, readonly Replacement[][]>;

/** After this many characters, the next line begins another run. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/** The most characters kept in memory where pieces can be read again. */
const MAX_KEPT = 16 * 1024 * 1024;

/** How many first characters two texts share when the second replaces the first. */
const OPENING = 64;

/**
 * Joins the texts of a recording that arrive in pieces, and finds the secrets of each piece that only the others show.
 * `readAgain` returns the pieces of an entry, in the order of `add`. With it, memory stays flat: only the latest texts
 * are kept, up to `mostKept` characters.
 */
export function createSecretsAcrossEntries(
  mask: Mask,
  readAgain?: (seq: number) => readonly string[],
  mostKept = MAX_KEPT,
) {
  const latest = new Map<string, Run>(); // by stream
  const bySeq: (readonly Run[] | undefined)[] = [];
  const unread = new Set<Run>(); // with secrets that `settle` has to learn
  const kept = new Set<Run>();
  let keptLength = 0;

  function begin({ isWhole, isLasting }: Stream, text: string): Run {
    const asList: Run[] = [];
    const opening = isWhole ? copyOfPart(text.slice(0, OPENING)) : '';
    const run = { isWhole, isLasting, seqs: [], opening, asList, texts: [], length: 0, endsLine: false };
    asList.push(run);
    kept.add(run);
    return run;
  }

  function forget(run: Run): void {
    if (kept.delete(run)) keptLength -= run.length;
    run.texts = undefined;
  }

  /** Forgets the oldest texts above the limit: they are read again on demand. */
  function keepLatest(): void {
    for (const run of kept) {
      if (!readAgain || keptLength <= mostKept) return;
      forget(run);
    }
  }

  function textsOf(run: Run): readonly string[] {
    if (run.texts) return run.texts;
    return [...new Set(run.seqs)].flatMap((seq) => {
      const runs = bySeq[seq];
      return readAgain?.(seq).filter((_, index) => runs?.[index] === run) ?? [];
    });
  }

  /** Searches a whole text. Its secrets are learnt later, in the order in which the texts began. */
  function ownSecrets(run: Run, whole?: string) {
    if (run.own?.length === run.length) return run.own;
    const text = whole ?? textsOf(run).join('');
    mask.learn(text, [], NOTHING);
    const spans = mask.secretsOf(text);
    run.own = {
      length: run.length,
      spans,
      secrets: spans.map(({ start, end }) => copyOfPart(text.slice(start, end))),
    };
    return run.own;
  }

  /** Ends a text: no piece follows. Forgets a text of one piece, because `next` gets it again. */
  function close(run: Run): void {
    if (ownSecrets(run).secrets.length === 0) unread.delete(run);
    if (run.seqs.length === 1) forget(run);
  }

  function partsOf(run: Run, isMasked: IsMasked | undefined): Parts {
    const { found, length } = run;
    const version = mask.version();
    if (found?.length === length && found.version === version && found.isMasked === isMasked) return found.parts;
    const pieces = placed(run.seqs, textsOf(run));
    const alone = pieces.length === 1 ? [] : pieces.flatMap((piece) => aloneIn(piece, run, mask, isMasked));
    const text = pieces.map((piece) => piece.text).join('');
    const own = ownSecrets(run, text).spans;
    const parts = distributed(pieces, mask.replacements(text, alone, { isCut: true, found: own, isMasked }));
    run.found = { length, version, isMasked, parts: parts.size === 0 ? NO_PARTS : parts };
    return parts;
  }

  return {
    /** Adds a piece. Call it for every piece, in order. `place` distinguishes the texts of one message. */
    add(seq: number, stream: Stream, place: string, text: string): void {
      const key = `${stream.name} ${place}`;
      const before = latest.get(key);
      const run = before && goesOn(before, text) ? before : begin(stream, text);
      if (before && run !== before) close(before);
      run.seqs.push(seq);
      run.length += text.length;
      run.endsLine = text.endsWith('\n');
      if (run.texts) {
        run.texts.push(text);
        keptLength += text.length;
        keepLatest();
      }
      latest.set(key, run);
      unread.add(run);
      bySeq[seq] = bySeq[seq] ? [...bySeq[seq], run] : run.asList;
      mask.heed(text);
    },

    /** Ends the texts of messages: later pieces begin new texts. Lasting streams continue. */
    endTurn(): void {
      for (const [key, run] of latest) {
        if (run.isLasting) continue;
        latest.delete(key);
        close(run);
      }
    },

    /** Learns the secrets of all texts so far. */
    settle(): void {
      for (const run of unread) for (const secret of ownSecrets(run).secrets) mask.learnSecret(secret);
      unread.clear();
    },

    /** Returns the parts to replace in the pieces of an entry. Ask in the order in which they were added. */
    of(seq: number, isMasked?: IsMasked) {
      const runs = bySeq[seq] ?? [];
      let next = 0;
      return {
        next(text: string): readonly Replacement[] | undefined {
          const run = runs[next];
          if (!run) return undefined;
          const nth = runs.slice(0, next).filter((each) => each === run).length;
          next += 1;
          if (run.seqs.length > 1) return partsOf(run, isMasked).get(seq)?.[nth] ?? NOTHING;
          if (run.length !== text.length) return undefined; // of another entry
          return mask.replacements(text, [], { isCut: true, found: ownSecrets(run, text).spans, isMasked });
        },
      };
    },
  };
}

const NOTHING: readonly never[] = [];
const NO_PARTS: Parts = new Map();

function goesOn({ length, endsLine, isWhole, opening }: Run, text: string): boolean {
  if (length > MAX_CHARACTERS && endsLine) return false;
  return !isWhole || !text.startsWith(opening);
}

function placed(seqs: readonly number[], texts: readonly string[]): readonly Piece[] {
  let start = 0;
  let nth = 0;
  return seqs.map((seq, index) => {
    nth = seq === seqs[index - 1] ? nth + 1 : 0;
    const piece = { seq, nth, start, text: texts[index] ?? '' };
    start += piece.text.length;
    return piece;
  });
}

/** The secrets of a piece regardless of the others: it may be a whole text after all. */
const aloneIn = ({ text, start }: Piece, { isWhole }: Run, mask: Mask, isMasked?: IsMasked): readonly Known[] =>
  [...mask.secretsOf(text, undefined, isMasked), ...(isWhole ? mask.cutOff(text) : [])].map((span) => ({
    ...span,
    start: span.start + start,
    end: span.end + start,
  }));

/** Divides the replacements of a text among its pieces: the first gets the placeholder, the others lose their part. */
function distributed(pieces: readonly Piece[], parts: readonly Replacement[]): Parts {
  const bySeq = new Map<number, Replacement[][]>();
  let first = 0;
  for (const { seq, nth, start, text } of pieces) {
    const end = start + text.length;
    while ((parts[first]?.end ?? Infinity) <= start) first += 1;
    for (let index = first; (parts[index]?.start ?? Infinity) < end; index += 1) {
      const part = parts[index];
      if (!part || text === '') continue;
      const begins = part.start >= start;
      const own = bySeq.get(seq) ?? [];
      bySeq.set(seq, own);
      (own[nth] ??= []).push({
        start: Math.max(part.start - start, 0),
        end: Math.min(part.end, end) - start,
        put: begins ? part.put : '',
        rule: part.rule,
      });
    }
  }
  return bySeq;
}
