import {
  DATE_TIME,
  DATE_TIMES,
  DURATION,
  DURATIONS,
  EPOCH,
  EPOCHS,
  ID,
  TEMPORARY_PATH,
  TEMPORARY_PATHS,
  UUIDS,
} from './run-value-patterns.ts';

/**
 * The kind of a value that a machine makes up in every run. Two comparisons of recordings use it, `normaliser.ts` and
 * `canonical/canonical-names.ts`, and a replay that chooses between recordings (`replay/branches/choice-context.ts`).
 *
 * An `id` or a `process` identifies something: two runs are equal if the values map one to one. A `time`, a `duration`
 * and the made-up part of a `path` have no meaning.
 */
export type RunValueKind = 'id' | 'process' | 'time' | 'duration' | 'path';

/** The origin of a value. A model chose `input`: only values that a model would not make up are run-specific there. */
export type ValueOrigin = 'input' | 'output' | 'private';

/** Returns the kind of a whole value; undefined for a value with a meaning. `path` are the member names down to it. */
export function runValueKind(
  value: string | number,
  path: readonly string[],
  origin: ValueOrigin,
): RunValueKind | undefined {
  const words = wordsOf(path.at(-1) ?? '');
  if (isProcess(words) && /^\d{2,7}$/.test(String(value))) return 'process';
  if (typeof value === 'number') return numberKind(value, words, path, origin);
  if (ID.test(value) || isMadeUp(value, words)) return 'id';
  if (EPOCH.test(value)) return 'time';
  const time = DATE_TIME.exec(value);
  const isMeasured = origin !== 'input' || time?.groups?.['fraction'] !== undefined; // fractions are measured
  if (time?.[0] === value && isMeasured) return 'time';
  return origin !== 'input' && isDuration(path) && DURATION.test(value) ? 'duration' : undefined;
}

function numberKind(
  value: number,
  words: readonly string[],
  path: readonly string[],
  origin: ValueOrigin,
): RunValueKind | undefined {
  for (const unit of [1, 1000, 1_000_000]) if (isEpoch(value, 1000 * unit)) return 'time';
  if (isEpoch(value, 1) && words.some((word) => TIME_WORDS.has(word))) return 'time';
  // A `nanos` member is measured, also in a tool's input.
  return (origin !== 'input' || path.at(-1) === 'nanos') && isDuration(path) ? 'duration' : undefined;
}

/** True for a time from 2014 to 2039, in seconds since 1970 times `unit`. */
const isEpoch = (value: number, unit: number) => value >= 1.4e9 * unit && value < 2.2e9 * unit;

/** Replaces run-specific parts of a text by their kind: `took {duration}`. Calls `seen` for each. */
export function withoutRunValues(
  text: string,
  origin: ValueOrigin,
  seen: (kind: RunValueKind, value: string) => void,
): string {
  const put = (kind: RunValueKind, value: string) => (seen(kind, value), `{${kind}}`);
  const made = (path: string) => path.replaceAll(/[^/\\]+/g, (name) => (isMadeName(name) ? put('path', name) : name));
  if (origin === 'input') return /^\S+$/.test(text) ? text.replace(TEMPORARY_PATH, made) : text;
  if (!/\d/.test(text)) return text;
  return text
    .replaceAll(TEMPORARY_PATHS, made) // first, because the names in a path may contain ids and times
    .replaceAll(UUIDS, (value) => put('id', value))
    .replaceAll(DATE_TIMES, (value) => put('time', value))
    .replaceAll(EPOCHS, (value) => put('time', value))
    .replaceAll(DURATIONS, (value) => put('duration', value));
}

/** Recognises names made by mkdtemp: six random characters or more, alone or at the end. */
function isMadeName(name: string): boolean {
  const tail = name.slice(Math.max(...['-', '_', '.'].map((mark) => name.lastIndexOf(mark))) + 1);
  if (!/^[\dA-Za-z]{6,}$/.test(tail)) return false;
  return (/\d/.test(tail) && /[A-Za-z]/.test(tail)) || /[a-z][A-Z]+[a-z]/.test(tail) || /^\d+$/.test(tail);
}

/**
 * Recognises a short id by the name of its member: `"chunk_id": "4a2f1c"`. Not `PROJ-123`, which exists outside of
 * the run.
 */
const isMadeUp = (value: string, words: readonly string[]) =>
  ['id', 'uuid', 'guid'].includes(words.at(-1) ?? '') &&
  /^[\w:.-]{5,200}$/.test(value) &&
  value.split(/[-_:.]/).some((run) => /^(?=[a-z]*\d)(?=\d*[a-z])[\da-z]{5,}$/i.test(run));

const isProcess = (words: readonly string[]) =>
  words.at(-1) === 'pid' || words.at(-1) === 'ppid' || words.slice(-2).join(' ') === 'process id';

/** Matches everything below a member with such a name, for example `duration.nanos`. Does not match `timeout_ms`. */
const isDuration = (path: readonly string[]) =>
  path.some((name) => {
    const words = wordsOf(name);
    return words.some((word) => DURATION_WORDS.has(word)) || /(?:wall|execution|run) time/.test(words.join(' '));
  });

const DURATION_WORDS: ReadonlySet<string> = new Set(['duration', 'elapsed', 'latency', 'took']);
const TIME_WORDS: ReadonlySet<string> = new Set(
  'at date time timestamp ts mtime ctime atime created updated modified started completed finished expires'.split(' '),
);

/** `startedAtMs` and `started_at_ms` are both `started at ms`. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
