/**
 * What a machine makes up anew in every run. An `id` or a `process` names something: two runs are the same where each name of one stands for
 * one name of the other. A `time`, a `duration` and the made-up part of a `path` say nothing.
 */
export type Passing = 'id' | 'process' | 'time' | 'duration' | 'path';

/** Where a value stands. A model chose what is in `input`: only what it would not have made up itself is passing there. */
export type Zone = 'input' | 'output' | 'private';

/** What a whole value is; undefined for one that says something. `path` are the names of the members down to it. */
export function passingKind(value: string | number, path: readonly string[], zone: Zone): Passing | undefined {
  const words = wordsOf(path.at(-1) ?? '');
  if (isProcess(words) && /^\d{2,7}$/.test(String(value))) return 'process';
  if (typeof value === 'number') return numberKind(value, words, path, zone);
  if (ID.test(value) || isMadeUp(value, words)) return 'id';
  if (EPOCH.test(value)) return 'time';
  const time = CLOCK.exec(value);
  if (time?.[0] === value && (zone !== 'input' || time.groups?.['fraction'] !== undefined)) return 'time';
  return zone !== 'input' && isDuration(path) && /^\d+(?:\.\d+)? ?[nµum]?s$/.test(value) ? 'duration' : undefined;
}

function numberKind(value: number, words: readonly string[], path: readonly string[], zone: Zone): Passing | undefined {
  for (const unit of [1, 1000, 1_000_000]) if (isEpoch(value, 1000 * unit)) return 'time';
  if (isEpoch(value, 1) && words.some((word) => TIME_WORDS.has(word))) return 'time';
  return zone !== 'input' && isDuration(path) ? 'duration' : undefined;
}

/** Seconds since 1970, times `unit`, of a year from 2014 to 2039. */
const isEpoch = (value: number, unit: number) => value >= 1.4e9 * unit && value < 2.2e9 * unit;

/** The text with the kind of what is passing in its place: `took {duration}`. `seen` is called with each. */
export function withoutPassing(text: string, zone: Zone, seen: (kind: Passing, value: string) => void): string {
  const put = (kind: Passing, value: string) => (seen(kind, value), `{${kind}}`);
  const made = (path: string) => path.replaceAll(/[^/\\]+/g, (name) => (isMadeName(name) ? put('path', name) : name));
  if (zone === 'input') return /^\S+$/.test(text) && TEMPORARY.test(text) ? text.replace(TEMPORARY, made) : text;
  if (!/\d/.test(text)) return text;
  return text
    .replaceAll(new RegExp(TEMPORARY, 'g'), made)
    .replaceAll(UUIDS, (value) => put('id', value))
    .replaceAll(CLOCKS, (value) => put('time', value))
    .replaceAll(EPOCHS, (value) => put('time', value))
    .replaceAll(DURATIONS, (value) => put('duration', value));
}

const UUID = String.raw`[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}`;

/** A UUID, a ULID, the digits of a hash, or a prefix with a random tail: `call_MbVhOBvKu82xQ`. */
const ID = new RegExp(
  `^(?:(?:[a-z]+[_-])?${UUID}|[0-7](?=\\d*[A-Z])[\\dA-HJKMNP-TV-Z]{25}|(?=.*\\d)(?=.*[a-f])[\\da-f]{16,}` +
    `|[a-z]+(?:[_-][a-z]+)*[_-](?=[A-Za-z]*\\d)(?=\\d*[A-Za-z])[\\dA-Za-z]{10,})$`,
  'i',
);
const UUIDS = new RegExp(`(?<![\\da-z])${UUID}(?![\\da-z])`, 'gi');

/** `2026-11-22T21:31:06.120Z`, also as names of files have it. */
const DATE_TIME = String.raw`\d{4}-\d\d-\d\d[T ]\d\d[:-]\d\d[:-]\d\d(?<fraction>[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?`;
const CLOCK = new RegExp(DATE_TIME);
const CLOCKS = new RegExp(`(?<![\\d.-])${DATE_TIME}(?!\\d)`, 'g');
const MILLISECONDS = String.raw`(?:1[4-9]|2[01])\d{11}`;
const EPOCH = new RegExp(`^${MILLISECONDS}$`);
const EPOCHS = new RegExp(`(?<![\\w.])${MILLISECONDS}(?![\\w.])`, 'g');
const DURATIONS = /(?<![\w.])\d+\.\d+ ?(?:[nµum]?s|secs?|seconds?|milliseconds?)(?!\w)/g;

/** The rest of a path below a folder for temporary files. */
const TEMPORARY = /(?<=^|[\s"'`=(:]|file:\/\/|\/private)\/(?:tmp|var\/tmp|var\/folders|dev\/shm)\/[^\s"'`:;,()<>|]+/;

/** As mkdtemp makes names: six characters or more, at the end or alone. */
function isMadeName(name: string): boolean {
  const tail = name.slice(Math.max(...['-', '_', '.'].map((mark) => name.lastIndexOf(mark))) + 1);
  if (!/^[\dA-Za-z]{6,}$/.test(tail)) return false;
  return (/\d/.test(tail) && /[A-Za-z]/.test(tail)) || /[a-z][A-Z]+[a-z]/.test(tail) || /^\d+$/.test(tail);
}

/** A short id that only its member's name tells: `"chunk_id": "4a2f1c"`. `PROJ-123` is a name of the world. */
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
