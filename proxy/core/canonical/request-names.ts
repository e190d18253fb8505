import type { Side } from '#core/wire/entry.ts';
import { toIdToken, type IdToken } from '#core/wire/request-id.ts';

/** The first integer that a double cannot hold. */
const FIRST_INEXACT = 2n ** 53n + 1n;
/** Receivers read ids as 64-bit integers. Larger ids test a receiver, so they stay. */
const MAX_INT64 = 2n ** 63n - 1n;

/**
 * Canonical request ids of each side, in order of appearance: 0, 1, 2, … for numbers and "0", "1", … for strings,
 * from one counter. A response that changes the type of an id thereby keeps that fault. Numbers beyond 2^53 stay
 * beyond it, exact and inexact ones separately. Ids without a request become -1, -2, … and "unasked-1", … . `null`
 * and fractions stay.
 */
export function createRequestNames() {
  const unasked = { numbers: 0, strings: 0 }; // one counter for both sides, so that their ids differ
  const nextNumber = () => String(-(unasked.numbers += 1));
  const nextString = () => JSON.stringify(`unasked-${(unasked.strings += 1)}`);
  const make = () => createSide((isString) => (isString ? nextString() : nextNumber()));
  const sides = { client: make(), agent: make() };
  return {
    /** Adds an id, spelled as in its frame. */
    add(asker: Side, spelled: string, isRequest: boolean): void {
      const token = tokenOf(spelled);
      if (token !== undefined) sides[asker].name(token, isRequest);
    },
    /** Keeps an id unchanged. */
    keep(asker: Side, spelled: string): void {
      const token = tokenOf(spelled);
      if (token !== undefined) sides[asker].keep(token);
    },
    /** Returns the replacement. Keeps trailing zeros (`1.0`), because some receivers refuse them. */
    name(asker: Side, spelled: string): string {
      const token = tokenOf(spelled);
      const name = token === undefined ? spelled : sides[asker].name(token, false);
      return name === token ? spelled : name + (/^-?\d+(\.0+)$/.exec(spelled)?.[1] ?? '');
    },
  };
}

function createSide(nextUnasked: (isString: boolean) => string) {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const counts = { asked: 0, exact: 0, inexact: 0 };

  function make(token: IdToken, isRequest: boolean): string {
    const isString = token.startsWith('"');
    if (!isString && !/^-?\d+$/.test(token)) return token;
    const size = isString ? 0n : BigInt(token);
    if (size < -MAX_INT64 || size > MAX_INT64) return token;
    const magnitude = size < 0n ? -size : size;
    if (magnitude >= FIRST_INEXACT - 1n) return String(farName(magnitude));
    const twin = isRequest ? undefined : names.get(otherType(token));
    if (twin !== undefined && /^"?\d+"?$/.test(twin) && !taken.has(otherType(twin))) return otherType(twin);
    if (!isRequest) return nextUnasked(isString);
    const count = String(counts.asked++);
    return isString ? JSON.stringify(count) : count;
  }

  const farName = (magnitude: bigint): bigint =>
    BigInt(Number(magnitude)) === magnitude
      ? FIRST_INEXACT + 2n * BigInt(counts.exact++) - 1n
      : FIRST_INEXACT + 2n * BigInt(counts.inexact++);

  function makeFree(token: IdToken, isRequest: boolean): string {
    const name = make(token, isRequest);
    return taken.has(name) ? makeFree(token, isRequest) : name;
  }

  return {
    name(token: IdToken, isRequest: boolean): string {
      const known = names.get(token);
      // A request after a response with its id replaces the name of the id, so that its own response gets that name.
      const isAsked = known === undefined || !isRequest || taken.has(token) || !UNASKED.test(known);
      const name = (isAsked ? known : undefined) ?? makeFree(token, isRequest);
      names.set(token, name);
      return name;
    },
    keep(token: IdToken): void {
      if (!names.has(token)) names.set(token, token);
      taken.add(token);
    },
  };
}

/** A name for an id without a request. */
const UNASKED = /^(?:-\d+|"unasked-\d+")$/;

/** `1` ↔ `"1"`. */
const otherType = (token: string): string =>
  token.startsWith('"') ? String(JSON.parse(token)) : JSON.stringify(token);

const tokenOf = (spelled: string): IdToken | undefined => toIdToken(JSON.parse(spelled), () => `{"id":${spelled}}`);
