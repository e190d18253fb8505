import { mapScalars, type Spelling, type StringPath } from '#core/json/json-strings.ts';
import { isJson } from '#core/json/parse-json.ts';
import { fromBase64, toBase64 } from '#core/wire/bytes.ts';
import { isRandom, isReference } from './value-kinds.ts';
import { entryText } from './entry-text.ts';
import {
  isPasswordName,
  isPlainHeader,
  isSecretName,
  isSecretNumber,
  isSecretPlace,
  isSetting,
} from './secret-places.ts';
import { secretOfWord, secretsOfUrl } from './secret-words.ts';
import type { Known } from './mask.ts';
import type { Span } from './spans.ts';

/** Handlers of possible secrets in JSON: a first pass learns, a second masks. Both return the new value. */
export interface SecretMap {
  /** A value that is secret by its place. `isPassword`: its name is that of a password, so the value may be a word. */
  readonly whole: (value: string, isPassword: boolean) => string;
  /** Any other text. `known`: its parts that are secret by the words before. No `path` for a text inside another. */
  readonly text: (value: string, known: readonly Known[], path?: StringPath) => string;
  /**
   * Called with the place of each value before the value is, and with where it starts in the text. JSON that is in a
   * string has the string's place.
   */
  readonly enter?: (path: StringPath, start: number) => void;
}

interface SecretsOptions {
  /** The methods of the messages in the text. */
  readonly methods?: ReadonlySet<string>;
  /** How deep JSON in strings is read as JSON. */
  readonly depth?: number;
  /** For text that is no valid JSON. JSON in its strings is then left to `text`. */
  readonly spelling?: Spelling;
}

/** The depth to which JSON in a string, in JSON in a string, … is read as JSON. */
export const MAX_NESTED_JSON = 4;

/** Names from protocols and programs: they repeat no secret and contain no path. */
const PLAIN_NAME = /^[A-Za-z_]{1,15}$/;

/**
 * The last name or command of an object. It decides how the strings after it are read: `value` after a `name`, `args`
 * after a `command`.
 */
interface Before {
  readonly place: string;
  readonly value: string;
}

/** Goes through the strings, numbers and names of JSON text. */
export function mapSecrets(
  json: string,
  map: SecretMap,
  { methods = NO_METHODS, depth = MAX_NESTED_JSON, spelling }: SecretsOptions = {},
): string {
  const isKubernetes = json.includes('"Secret"') && /"kind"\s*:\s*"Secret"/.test(json);
  const isGrant = json.includes('authorization_code');
  let name: Before | undefined;
  let command: Before | undefined;
  let words: { readonly place: string; readonly said: string[] } | undefined;

  /** The words before this word of a command line. */
  function wordsBefore(path: StringPath): readonly string[] {
    const place = placeOf(path, 1);
    if (words?.place !== place) words = { place, said: command?.place === placeOf(path, 2) ? [command.value] : [] };
    return words.said;
  }

  function known(value: string, path: StringPath): readonly Span[] {
    const last = path.at(-1);
    if (last === 'command') command = { place: placeOf(path, 1), value };
    const isServer = path.includes('mcpServers');
    if (last === 'name' || last === 'key' || last === 'configId') name = { place: placeOf(path, 1), value };
    if (isServer && last === 'url') return secretsOfUrl(value);
    if (last !== '') return [];
    const found = secretOfWord(wordsBefore(path), value, isServer && path.at(-2) === 'args');
    words?.said.push(value);
    return found;
  }

  const isNamed = (path: StringPath): boolean =>
    path.at(-1) === 'value' && name !== undefined && isSecretName(name.value) && name.place === placeOf(path, 1);

  /** A header that everybody may read, in a list of headers. */
  const isPlain = (path: StringPath): boolean =>
    path.at(-1) === 'value' &&
    path.includes('headers') &&
    name?.place === placeOf(path, 1) &&
    isPlainHeader(name.value);

  const isPassword = (path: StringPath): boolean => {
    const called = path.at(-1) === 'value' && name?.place === placeOf(path, 1) ? name.value : path.at(-1);
    return isSetting(path) && isPasswordName(called ?? '');
  };

  function string(value: string, whole: StringPath, start: number): string {
    const path = endsOf(whole);
    if (depth === MAX_NESTED_JSON) map.enter?.(path, start);
    const parts = known(value, path);
    if (value === '') return value;
    const isSecret = isNamed(path) ? !isReference(value) : isSecretPlace(path, value, methods) && !isPlain(path);
    const isCode = isGrant && GRANT.test(path.at(-1) ?? '') && isRandom(value);
    if (isSecret || isCode || (isKubernetes && isSecretData(path))) return map.whole(value, isPassword(path));
    if (parts.length === 0 && depth > 0 && !spelling && isNested(value))
      return mapSecrets(value, map, { depth: depth - 1 });
    const place = depth === MAX_NESTED_JSON ? path : undefined;
    return mayBeBase64(path) ? mapBase64(value, (text) => map.text(text, parts, place)) : map.text(value, parts, place);
  }

  return mapScalars(json, {
    string,
    ...(spelling && { spelling }),
    number(spelled, whole, start) {
      const path = endsOf(whole);
      if (!isSecretNumber(path)) return spelled;
      if (depth === MAX_NESTED_JSON) map.enter?.(path, start);
      return map.whole(spelled, false);
    },
    name: (member) => (PLAIN_NAME.test(member) ? member : map.text(member, [])),
  });
}

/**
 * Member names read at each end of a path. A limit, because the whole path for each string takes time with the square
 * of the depth.
 */
const READ_AT_EACH_END = 32;

const endsOf = (path: StringPath): StringPath =>
  path.length <= 2 * READ_AT_EACH_END ? path : [...path.slice(0, READ_AT_EACH_END), ...path.slice(-READ_AT_EACH_END)];

/** Members of a request for tokens of OAuth. */
const GRANT = /^(?:code|code_verifier|device_code)$/;

/** The values of a Kubernetes Secret. */
const isSecretData = (path: StringPath): boolean => /^(?:data|stringData)$/.test(path.at(-2) ?? '');

const NO_METHODS: ReadonlySet<string> = new Set();

/** The object or list this many levels up. */
const placeOf = (path: StringPath, up: number): string => path.slice(0, -up).join('\0');

/** Base64 of a version 2 terminal's output, and of files that their sender calls binary. */
const mayBeBase64 = (path: StringPath): boolean =>
  /^(?:params\0update\0(?:output\0)?data|.*\0blob)$/.test(path.join('\0'));

/** Bytes without a secret keep their spelling. */
function mapBase64(value: string, map: (text: string) => string): string {
  const bytes = fromBase64(value);
  if (bytes === undefined) return map(value);
  const { text, toBytes } = entryText(bytes);
  const mapped = map(text);
  return mapped === text ? value : toBase64(toBytes(mapped));
}

const isNested = (text: string): boolean => /^\s*[[{]/.test(text) && isJson(text);
