import { decodeFrame, type Decoded } from '#core/wire/decode.ts';
import type { Entry, EventEntry, RecordingHeader } from '#core/wire/entry.ts';
import { highestPlaceholder, placeholder } from '#core/wire/placeholder.ts';
import { createEchoes, type Echoes } from './echoes.ts';
import { createHomeMask } from './home-folders.ts';
import { mapSecrets, type SecretMap } from './map-secrets.ts';
import { readable } from './readable.ts';
import { secretOfWord } from './secret-words.ts';
import { isDistinctive, secretsIn } from './secrets.ts';
import { merged, replaceSpans, type Span } from './spans.ts';

/** Hides the secrets of one recording. Tell it every entry with `learn`, then take the entries from `entry`. */
export interface Redactor {
  learn(entry: Entry): void;
  header(header: RecordingHeader): RecordingHeader;
  entry(entry: Entry): Entry;
}

/**
 * Makes a redactor. Two passes, because a secret may be echoed before the place that shows it to be one. Each secret becomes
 * `[redacted-N]`, numbered as they appear, above the numbers that the recording has already, so the same recording always gives the same
 * file, which still checks, replays and compares as the original does. A secret is masked where it stands; one that can be told from
 * other words is looked for everywhere. Home folders become `/home/user`. A secret that a model streams in pieces is not recognised.
 */
export function createRedactor(header: RecordingHeader): Redactor {
  const secrets = new Map<string, number>();
  const homes = createHomeMask();
  let taken = 0;
  let echoes: Echoes | undefined;

  function learnSecret(secret: string): void {
    if (secret === '' || secrets.has(secret) || PLACEHOLDER.test(secret)) return;
    secrets.set(secret, secrets.size + 1);
    echoes = undefined;
  }

  function learnText(text: string, known: readonly Span[] = []): string {
    taken = Math.max(taken, highestPlaceholder(text));
    for (const { start, end } of merged([...known, ...secretsIn(text)])) learnSecret(text.slice(start, end));
    homes.learn(text);
    return text;
  }

  function maskText(text: string, known: readonly Span[] = []): string {
    echoes ??= createEchoes([...secrets.keys()].filter(isDistinctive));
    const echoed = echoes.in(text);
    return replaceSpans(text, merged([...known, ...secretsIn(text), ...echoed]), maskSecret, homes.mask);
  }

  /** The placeholder of a secret. Only masking brings to light some: those that overlap with an echo. */
  function maskSecret(found: string): string {
    if (PLACEHOLDER.test(found)) return found;
    const secret = secrets.has(found) ? found : (echoes?.meant(found) ?? found);
    const number = secrets.get(secret) ?? secrets.size + 1;
    secrets.set(secret, number);
    return placeholder(taken + number);
  }

  const masking: SecretMap = { text: maskText, whole: maskSecret };
  const learning: SecretMap = {
    text: learnText,
    whole(value) {
      learnSecret(value);
      return learnText(value);
    },
  };

  mapHeader(header, learning);
  return {
    learn: (entry) => void mapEntry(entry, learning),
    header: (of) => ({ ...mapHeader(of, masking), redacted: true }),
    entry: (entry) => mapEntry(entry, masking),
  };
}

function mapEntry(entry: Entry, map: SecretMap): Entry {
  const extra = entry.extra === undefined ? {} : { extra: mapSecrets(entry.extra, map) };
  if (entry.kind === 'event') {
    const event = JSON.parse(mapSecrets(JSON.stringify(entry.event), map)) as EventEntry['event']; // the same members
    return { ...entry, ...extra, event };
  }
  const { text, utf8, toBytes } = readable(entry.bytes);
  const decoded = entry.kind === 'frame' ? decodeFrame(utf8) : undefined;
  const mapped = decoded?.kind === 'json' ? mapSecrets(text, map, methodsOf(decoded)) : map.text(text, []);
  return { ...entry, ...extra, bytes: toBytes(mapped) };
}

const methodsOf = ({ parts }: Decoded & { kind: 'json' }): ReadonlySet<string> =>
  new Set(parts.flatMap(({ message }) => (message && 'method' in message ? [message.method] : [])));

function mapHeader(header: RecordingHeader, map: SecretMap): RecordingHeader {
  const { name, command, cwd, extra } = header;
  return {
    ...header,
    ...(name === undefined ? {} : { name: map.text(name, []) }),
    ...(extra === undefined ? {} : { extra: mapSecrets(extra, map) }),
    command: command.map((word, index) => map.text(word, secretOfWord(command.slice(0, index), word))),
    cwd: map.text(cwd, []),
  };
}

const PLACEHOLDER = /^\[redacted-\d{1,6}\]$/;
