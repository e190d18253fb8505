import type { Spelling } from '#core/json/json-strings.ts';
import { contentOf, readString } from './escaped-strings.ts';
import { mapSecrets, MAX_NESTED_JSON } from './map-secrets.ts';
import type { Known } from './mask.ts';
import { secretsIn } from './secrets.ts';

/**
 * Returns the parts of a text that are secret by their place, in order. The text contains JSON that is cut off or
 * faulty: the readable parts are read.
 */
export function secretsOfBrokenJson(text: string, depth = MAX_NESTED_JSON): readonly Known[] {
  const begin = text.search(/[[{]\s*["[{]/);
  if (begin === -1) return NONE;
  const json = text.slice(begin);
  const methods = new Set([...json.matchAll(METHOD)].map(([, method = '']) => method));
  const found: Known[] = [];
  let at = 0;
  const add = (known: Known) => void found.push({ rule: 'place', ...known });
  mapSecrets(
    json,
    {
      enter: (_, start) => void (at = start),
      whole(value, isPassword) {
        const start = begin + at + (json[at] === '"' ? 1 : 0);
        const length = json[at] === '"' ? contentOf(json.slice(at, endOf(json, at))).length : value.length;
        add({ start, end: start + length, secret: value, isPassword });
        return value;
      },
      text(value, known) {
        const spelled = json.slice(at, endOf(json, at));
        const isJson = depth > 0 && /^\s*[[{]/.test(value);
        const parts: readonly Known[] = [
          ...known,
          ...(isJson ? secretsOfBrokenJson(value, depth - 1) : NONE),
          ...(spelled.includes('\\') ? secretsIn(value) : NONE), // the patterns of secrets match no escapes
        ];
        if (parts.length === 0) return value;
        const { places } = readString(spelled);
        const start = begin + at + 1;
        for (const part of parts)
          add({
            secret: value.slice(part.start, part.end),
            ...part,
            start: start + (places[part.start] ?? 0),
            end: start + (places[part.end] ?? 0),
          });
        return value;
      },
    },
    { methods, spelling: BROKEN },
  );
  return found;
}

const NONE: readonly Known[] = [];

const METHOD = /"method"\s*:\s*"([^"\\]{1,64})"/g;

/** The end of a string: a quote with a sign of JSON behind it, or the end of the line. Other quotes lack an escape. */
function endOf(text: string, start: number): number {
  const ends = /\\.|"(?=\s*(?:[,:}\]"]|$))|\r?\n/gs;
  ends.lastIndex = start + 1;
  for (let match = ends.exec(text); match; match = ends.exec(text))
    if (match[0] === '"') return ends.lastIndex;
    else if (/^\r?\n/.test(match[0])) return match.index;
  return text.length;
}

const BROKEN: Spelling = {
  endOf,
  valueOf: (spelled) => (spelled.includes('\\') ? readString(spelled).value : contentOf(spelled)),
};
