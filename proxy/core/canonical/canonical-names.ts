import { runValueKind, withoutRunValues, type ValueOrigin } from '#core/compare/run-values.ts';
import { mapItems } from '#core/json/json-items.ts';
import { mapScalars, type StringPath } from '#core/json/json-strings.ts';
import { holdsPath } from '#core/protocol/folder-map.ts';
import { runIdKind } from '#core/protocol/run-ids.ts';
import { hasPlaceholder, placeholder } from '#core/wire/placeholder.ts';
import { lastMember, replaceMember } from '#core/wire/request-id.ts';
import { createFolderNames } from './folder-names.ts';
import { placeKey } from './id-places.ts';
import type { ReadFrame, ReadMessage } from './read-frame.ts';
import { createRequestNames } from './request-names.ts';

/** The output: a file, a file that keeps its times, or the text to compare two recordings by. */
export type CanonicalOutput = 'file' | 'timed-file' | 'comparison';

/**
 * Gives the ids, times and folders of a run their canonical names. Call `meet` with all frames, in the order of
 * naming, then `write`.
 */
export function createCanonicalNames(startedIn: string, purpose: CanonicalOutput) {
  const requests = createRequestNames();
  const folders = createFolderNames(startedIn);
  const ids = new Map<string, Map<string, string>>(); // by kind
  const times = new Set<number>();
  let ranks: ReadonlyMap<number, number> | undefined;
  const placeholders = new Map<string, string>();

  function learnId(kind: string, id: string): void {
    if (id === '' || hasPlaceholder(id)) return;
    const known = ids.get(kind) ?? new Map<string, string>();
    ids.set(kind, known);
    if (!known.has(id)) known.set(id, `${kind}-${known.size + 1}`);
  }

  /** Replaces a known id in a free place, if it is unmistakable or already canonical. */
  function freeId(value: string, path: StringPath): string | undefined {
    if (!originOf(path)) return undefined;
    for (const [kind, known] of ids)
      if (known.has(value) && (isUnmistakable(value) || isCanonical(value, kind))) return known.get(value);
    return undefined;
  }

  function nameOf(value: string, path: StringPath, { places }: ReadMessage): string {
    const member = path.findLast((name) => name !== '') ?? '';
    // Also covers members outside the schema, such as `sessionId` in the response to `session/load`.
    const kind = places.get(placeKey(path)) ?? runIdKind(member);
    if (kind === 'time') return timeName(value);
    const id = (kind === undefined ? undefined : ids.get(kind)?.get(value)) ?? freeId(value, path);
    if (id !== undefined) return id;
    const isPath = holdsPath(member, value);
    return withoutSecrets(folders.in(value, isPath));
  }

  /** Canonical times keep their order, one second apart. */
  function timeName(value: string): string {
    const time = Date.parse(value);
    if (purpose === 'timed-file' || !times.has(time)) return value;
    ranks ??= new Map([...times].toSorted((a, b) => a - b).map((each, rank) => [each, rank]));
    const rank = purpose === 'file' ? (ranks.get(time) ?? 0) : 0;
    return new Date(rank * 1000).toISOString();
  }

  /** Numbers placeholders anew in order of appearance, because those that appear only in stderr are left out. */
  const withoutSecrets = (text: string): string =>
    text.includes('[redacted-')
      ? text.replace(/\[redacted-\d{1,6}\]/g, (found) => {
          const name = placeholders.get(found) ?? placeholder(placeholders.size + 1);
          placeholders.set(found, name);
          return name;
        })
      : text;

  function learnMessage(text: string, part: ReadMessage): string {
    const { asker, isRequest, refers, places } = part;
    const id = asker && lastMember(text, 'id');
    if (asker && id !== undefined) requests.add(asker, id, isRequest);
    const meant = refers && requestIdIn(text, refers.path);
    if (refers && meant !== undefined) requests.add(refers.asker, meant, false);
    for (const folder of part.folders) folders.project(folder);
    mapScalars(text, {
      string(value, path) {
        const kind = places.get(placeKey(path));
        if (kind === 'time') {
          if (ISO_TIME.test(value) && !Number.isNaN(Date.parse(value))) times.add(Date.parse(value));
        } else if (kind) learnId(kind, value);
        else folders.learn(value);
        return value;
      },
    });
    return text;
  }

  /** The kind of a value that differs in every run, if a comparison ignores the value. Undefined for a file. */
  function kindInRun(value: string | number, path: StringPath): string | undefined {
    const origin = purpose === 'comparison' ? originOf(path) : undefined;
    return origin && runValueKind(value, path, origin);
  }

  function withoutValuesOfRun(value: string, path: StringPath): string {
    const origin = purpose === 'comparison' ? originOf(path) : undefined;
    return origin ? (kindInRun(value, path) ?? withoutRunValues(value, origin, () => {})) : value;
  }

  function writeMessage(text: string, part: ReadMessage): string {
    const { asker, refers } = part;
    const mapped = mapScalars(text, {
      string: (value, path) => withoutValuesOfRun(nameOf(value, path, part), path),
      number: (spelled, path) => kindInRun(Number(spelled), path) ?? spelled,
      name: (name) => folders.text(name),
    });
    const id = asker && lastMember(mapped, 'id');
    const named = asker && id !== undefined ? replaceMember(mapped, 'id', requests.name(asker, id)) : mapped;
    const meant = refers && requestIdIn(named, refers.path);
    if (!refers || meant === undefined) return named;
    return replaceIn(named, refers.path, requests.name(refers.asker, meant));
  }

  return {
    learn(frame: ReadFrame): void {
      for (const id of frame.strays) requests.keep(frame.entry.from, id);
      mapMessages(frame, learnMessage);
    },
    /** Call after the last frame. */
    settle: folders.settle,
    /**
     * Writes the text of a frame. For a frame without a message, only renumbers secrets. Undefined for invalid UTF-8.
     */
    write: (frame: ReadFrame): string | undefined =>
      frame.parts.some((part) => part) ? mapMessages(frame, writeMessage) : frame.text && withoutSecrets(frame.text),
    text: withoutSecrets,
    folder: (path: string): string => withoutSecrets(folders.in(path, true)),
  };
}

/** Maps the messages of a frame. Elements of a batch without a message stay unchanged. */
function mapMessages(
  { text, isBatch, parts }: ReadFrame,
  map: (item: string, part: ReadMessage) => string,
): string | undefined {
  const mapItem = (item: string, index: number): string => {
    const part = parts[index];
    return part ? map(item, part) : item;
  };
  if (text === undefined) return undefined;
  return isBatch ? mapItems(text, mapItem) : mapItem(text, 0);
}

/** Members with free content. */
const ZONES: ReadonlyMap<string, ValueOrigin> = new Map([
  ['_meta', 'private'],
  ['rawInput', 'input'],
  ['rawOutput', 'output'],
]);

function originOf(path: StringPath): ValueOrigin | undefined {
  const member = path.find((name) => ZONES.has(name));
  return member === undefined ? undefined : ZONES.get(member);
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT/;

/** Long, with letters and digits: not a word, and no other value equals it by chance. */
const isUnmistakable = (id: string) => id.length >= 12 && /\d/.test(id) && /\p{L}/u.test(id);

const isCanonical = (id: string, kind: string) => id.startsWith(`${kind}-`) && /^\d+$/.test(id.slice(kind.length + 1));

function requestIdIn(text: string, path: readonly string[]): string | undefined {
  let inner: string | undefined = text;
  for (const name of [...path, 'requestId'])
    inner = inner?.trimStart().startsWith('{') ? lastMember(inner, name) : undefined;
  return inner;
}

function replaceIn(text: string, [name, ...rest]: readonly string[], id: string): string {
  if (name === undefined) return replaceMember(text, 'requestId', id);
  return replaceMember(text, name, replaceIn(lastMember(text, name) ?? '', rest, id));
}
