import { difference, type Difference } from '#core/json/difference.ts';
import { isObject } from '#core/json/json.ts';
import { escapeName } from '#core/json/pointer.ts';
import type { Section, ComparedStep } from '#core/model/compare.ts';
import { fingerprintOf, SHORT_BODY } from './limit-bodies.ts';

/** The most pairs of tool calls to examine in one recording. With more, nothing is learnt. */
const MAX_PAIRS = 2000;

/**
 * Learns from one recording which tool values differ in every run: two tool calls of different turns that are
 * otherwise equal have different values there. A place is for example `/rawOutput/session`; all items of a list share
 * the place `*`.
 */
export function learnRunValues(sections: readonly Section[]): ReadonlySet<string> {
  const calls = sections.flatMap(({ turn, steps }) =>
    turn === null ? [] : steps.filter(isShortCall).map((step) => ({ turn, step })),
  );
  const places = new Map<string, Map<unknown, number>>(); // for each place, its values and the turn of each
  const repeated = new Set<string>();
  let left = MAX_PAIRS;
  for (const alike of Map.groupBy(calls, ({ step }) => `${step.name}\n${step.title}`).values())
    for (const [index, { turn, step }] of alike.slice(1).entries()) {
      const before = alike[index];
      if (!before || before.turn === turn || before.step.body === step.body) continue;
      if (left-- <= 0) return new Set();
      const found = difference(JSON.parse(before.step.body ?? ''), JSON.parse(step.body ?? ''));
      if (!found.every(mayBeRunValue)) continue;
      for (const { pointer, expected, received } of found) {
        const place = placeOf(pointer);
        const values = places.get(place) ?? new Map<unknown, number>();
        places.set(place, values);
        for (const [value, of] of [[expected, before.turn] as const, [received, turn] as const])
          if ((values.get(value) ?? of) === of) values.set(value, of);
          else repeated.add(place);
      }
    }
  return new Set([...places.keys()].filter((place) => !repeated.has(place)));
}

const isShortCall = ({ kind, body }: ComparedStep) =>
  kind === 'tool-call' && body !== null && body.length <= SHORT_BODY;

/** True for a single word with a digit, or a large number; not for texts, commands, paths or a person's choices. */
function mayBeRunValue({ pointer, kind, expected, received }: Difference): boolean {
  const isMade = (value: unknown) =>
    typeof value === 'number'
      ? !Number.isInteger(value) || Math.abs(value) >= 1000
      : typeof value === 'string' && /^(?=.{5})[\w:+-]*\d[\w:+-]*$/.test(value);
  return kind === 'changed' && /^\/raw(?:In|Out)put\//.test(pointer) && isMade(expected) && isMade(received);
}

const placeOf = (pointer: string) => pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');

/** Removes the values at these places from the sections. */
export function removeRunValues(sections: readonly Section[], places: ReadonlySet<string>): readonly Section[] {
  return places.size === 0
    ? sections
    : sections.map((section) => ({ ...section, steps: section.steps.map((step) => withoutValues(step, places)) }));
}

/** Where a permission request repeats its tool call. */
const CALL_IN_REQUEST = /^\/params(?:\/subject)?(?:\/toolCall)?(?=\/raw)/;

function withoutValues(step: ComparedStep, places: ReadonlySet<string>): ComparedStep {
  if ((step.kind !== 'tool-call' && !step.about) || step.body === null) return step;
  const learnt: string[] = [];
  function walk(value: unknown, path: string): unknown {
    const place = path.replace(CALL_IN_REQUEST, '');
    if (places.has(place) && (typeof value === 'string' || typeof value === 'number')) {
      learnt.push(`${place.slice(1).replaceAll('/*', '').replaceAll('/', '.')} ${value}`);
      return '{learnt}';
    }
    if (Array.isArray(value)) return value.map((item) => walk(item, `${path}/*`));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, walk(member, `${path}/${escapeName(name)}`)]),
    );
  }
  const body = JSON.stringify(walk(JSON.parse(step.body), ''));
  if (learnt.length === 0) return step;
  const fingerprint = step.fingerprint === null ? null : fingerprintOf(body);
  return { ...step, body, fingerprint, runValues: [...step.runValues, ...learnt] };
}
