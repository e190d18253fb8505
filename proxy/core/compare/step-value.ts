import type { ComparedStep } from '#core/model/compare.ts';
import { BLANKED, filled, kindOf } from './id-names.ts';
import { BLANK } from './normaliser.ts';

/** The content of a step as a JSON value, with its ids as `idInValue` writes them. Undefined for a dropped body. */
export const valueOf = ({ body, ids }: ComparedStep): unknown =>
  body === null ? undefined : filled(body, ids, idInValue);

/** A step with other content, which may hold parts of the values of several steps. */
export function withValue(step: ComparedStep, value: unknown): ComparedStep {
  const ids: string[] = [];
  const body = JSON.stringify(value).replaceAll(BLANKED, (blanked) => {
    const id = String(JSON.parse(`"${blanked.slice(1, -1)}"`));
    ids.push(id);
    return `${BLANK}${kindOf(id)}${BLANK}`;
  });
  return { ...step, body, fingerprint: null, ids };
}

/** An id such as `tool call 7`, to be put into a value. */
export const idInValue = (id: string): string => `${BLANK}${id.replaceAll(BLANK, '\u{fffd}')}${BLANK}`;
