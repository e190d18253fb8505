import { signal, type ReadonlySignal } from '@preact/signals';
import { isObject } from '#core/json/json.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { seqOf, type Seq } from '#core/units.ts';

/** Stores the marks. Both functions do nothing if the browser allows no storage. */
export interface MarksPort {
  readonly read: () => string | null;
  readonly write: (text: string) => void;
}

type Marked = ReadonlyMap<string, readonly Seq[]>;

/** Most recordings with stored marks: the ones marked latest. */
const MAX_RECORDINGS = 200;

/** Marked entries of every recording, stored in the browser. */
export function createMarks(port: MarksPort) {
  const marks = signal<Marked>(parseMarks(port.read()));
  const of = (recording: string): readonly Seq[] => marks.value.get(recording) ?? [];
  return {
    /** Returns the marks in the order of the recording; reading subscribes. */
    of: (recording: string): readonly Seq[] => of(recording).toSorted((one, other) => one - other),
    /** Returns the entry marked last. */
    lastOf: (recording: string): Seq | undefined => of(recording).at(-1),
    /** @returns whether the entry is marked now */
    toggle: (recording: string, seq: Seq): boolean => {
      const latest = new Map(parseMarks(port.read())); // another tab may have marked meanwhile
      const before = latest.get(recording) ?? of(recording);
      const others = before.filter((each) => each !== seq);
      const isMarked = others.length === before.length;
      latest.delete(recording);
      latest.set(recording, isMarked ? [...others, seq] : others);
      const kept = [...latest].filter(([, seqs]) => seqs.length > 0).slice(-MAX_RECORDINGS);
      marks.value = new Map([...marks.peek(), ...latest]);
      port.write(JSON.stringify(Object.fromEntries(kept)));
      return isMarked;
    },
    all: marks as ReadonlySignal<Marked>,
  };
}

export type Marks = ReturnType<typeof createMarks>;

/** Never throws: ignores stored values that are not marks. */
function parseMarks(text: string | null): Marked {
  const stored = parseJson(text ?? '');
  if (!isObject(stored)) return new Map();
  const isSeq = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
  return new Map(
    Object.entries(stored).flatMap(([recording, seqs]) =>
      Array.isArray(seqs) ? [[recording, seqs.filter(isSeq).map(seqOf)] as const] : [],
    ),
  );
}
