import type { ProtocolVersion } from '#core/protocol/methods.ts';
import { validateResult } from '#core/protocol/validate.ts';
import type { Place } from '#core/trace/place.ts';
import type { Session } from '#core/trace/sessions.ts';
import { at, isObject, stringAt } from '#core/wire/json.ts';
import type { ElapsedUs } from '#core/wire/units.ts';

/** A configuration option as an agent gave it. Raw: only what rules ask for is read. */
export interface ConfigOption {
  readonly id: string;
  readonly type: string | undefined;
  readonly category: string | undefined;
  readonly currentValue: unknown;
  /** What a `select` offers, groups opened; undefined for other types, and where the list is empty or broken. */
  values(): readonly string[] | undefined;
  /** False where receivers drop the option or part of it. A schema rule has told, and what follows from it is the same mistake. */
  isSound(version: ProtocolVersion): boolean;
}

/** The options of a list; undefined where that is none. Items that are no options are left out. */
export function toConfigOptions(list: unknown): readonly ConfigOption[] | undefined {
  return Array.isArray(list) ? list.flatMap((item: unknown) => toConfigOption(item) ?? []) : undefined;
}

/** False for a list with something in it that has no id: receivers drop it, or the list, and nothing is certain about what it lacks. */
export const isReadable = (list: unknown): boolean =>
  list === undefined || list === null || (Array.isArray(list) && toConfigOptions(list)?.length === list.length);

/** True when receivers keep every option of a list. */
export const areSound = (options: readonly ConfigOption[] | undefined, version: ProtocolVersion | undefined): boolean =>
  options?.every((option) => option.isSound(version ?? 1)) ?? true;

function toConfigOption(item: unknown): ConfigOption | undefined {
  const id = stringAt(item, 'id') ?? stringAt(item, 'configId'); // version 1, version 2
  if (id === undefined) return undefined;
  const type = stringAt(item, 'type');
  return {
    id,
    type,
    category: stringAt(item, 'category'),
    currentValue: at(item, 'currentValue'),
    values: () => (type === 'select' ? valuesOf(at(item, 'options')) : undefined),
    isSound: (version) => isSound(item, version),
  };
}

/** The answer to `session/set_config_option` is a list of options and nothing else. */
function isSound(item: unknown, version: ProtocolVersion): boolean {
  const context = { method: 'session/set_config_option', version, from: 'agent' } as const;
  const issues = validateResult({ configOptions: [item] }, context);
  return !issues?.some(({ grade }) => grade === 'hard' || grade === 'salvaged');
}

function valuesOf(options: unknown, isGroup = false): readonly string[] | undefined {
  if (!Array.isArray(options)) return undefined;
  const values = options.flatMap((item: unknown) => {
    const group = isGroup ? undefined : at(item, 'options'); // groups have no groups
    return Array.isArray(group) ? (valuesOf(group, true) ?? []) : (stringAt(item, 'value') ?? []);
  });
  return values.length > 0 ? values : undefined;
}

/** The option with which the mode of a session is chosen. */
export const modeOption = (options: readonly ConfigOption[] | undefined): ConfigOption | undefined =>
  options?.find(({ category }) => category === 'mode');

/** How long a list that has been replaced still counts: what was chosen from it may have been under way. */
const UNDER_WAY_US = 250_000;

/** More lists than that in such a time are not kept. */
const MOST_LISTS = 8;

interface Listed {
  /** Missing where the list cannot be read. */
  readonly options?: readonly ConfigOption[];
  readonly place: Place;
}

/**
 * The options each open session offers: the latest list, and those that the client may not have seen replaced when it sent. Only
 * for rules about what a client chooses; the fold knows the latest list.
 */
export function createConfigLists() {
  const bySession = new Map<string, readonly Listed[]>(); // the latest first

  function add(session: string, list: unknown, place: Place): void {
    const options = isReadable(list) ? toConfigOptions(list) : undefined;
    const before = (bySession.get(session) ?? []).filter(
      (_listed, index, all) => index === 0 || isUnderWay(all[index - 1]?.place.at, place.at),
    );
    bySession.set(session, [options ? { options, place } : { place }, ...before].slice(0, MOST_LISTS));
  }

  return {
    /** A session that was opened or closed; `place` is the answer that did it. */
    session(session: Session, place: Place): void {
      bySession.delete(session.id);
      if (session.closed) return;
      if (session.configOptions === undefined) bySession.set(session.id, []);
      else add(session.id, session.configOptions, place);
    },
    /**
     * A list that came in an answer to `session/set_config_option` or in an update. Sessions that are not open have none. A list that
     * names no session may be of any.
     */
    listed(session: string | undefined, list: unknown, place: Place): void {
      if (session === undefined) for (const each of bySession.keys()) add(each, undefined, place);
      else if (bySession.has(session)) add(session, list, place);
    },
    /** The lists from which a choice made at `now` may come, the latest first; empty before the first, and where one cannot be read. */
    at(session: string, now: ElapsedUs): readonly Required<Listed>[] {
      const lists = (bySession.get(session) ?? NO_LISTS).filter(
        (_listed, index, all) => index === 0 || isUnderWay(all[index - 1]?.place.at, now),
      );
      return lists.every(isRead) ? lists : [];
    },
  };
}

const NO_LISTS: readonly Listed[] = [];

const isRead = (listed: Listed): listed is Required<Listed> => listed.options !== undefined;

const isUnderWay = (replaced: ElapsedUs | undefined, now: ElapsedUs) =>
  replaced !== undefined && now - replaced <= UNDER_WAY_US;

/** The value that a `session/set_config_option` chooses; undefined for values of a type acptap does not know. */
export function chosenValue(params: unknown, version: ProtocolVersion): string | boolean | undefined {
  if (!isObject(params)) return undefined;
  const { type, value } = params;
  if (type === 'boolean') return typeof value === 'boolean' ? value : undefined;
  const isId = version === 1 ? type === undefined || type === null : type === 'id';
  return isId && typeof value === 'string' ? value : undefined;
}
