import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import type { ProtocolVersion } from '#core/protocol/methods.ts';
import { validateResult } from '#core/protocol/validate.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import type { Session } from '#core/trace/sessions.ts';
import type { ElapsedUs } from '#core/units.ts';

/** A configuration option as an agent sent it. Its values are read only on request. */
export interface ConfigOption {
  readonly id: string;
  readonly type: string | undefined;
  readonly category: string | undefined;
  readonly currentValue: unknown;
  /** The values of a `select`, including those in groups. Undefined for other types and for an empty or broken list. */
  values(): readonly string[] | undefined;
  /** False where receivers drop the option or part of it. A schema rule reports that; other rules ignore the option. */
  isSound(version: ProtocolVersion): boolean;
}

/** The options in a list; undefined for a value that is not a list. Skips items that are not options. */
export function toConfigOptions(list: unknown): readonly ConfigOption[] | undefined {
  return Array.isArray(list) ? list.flatMap((item: unknown) => toConfigOption(item) ?? []) : undefined;
}

/** False if an item has no id. Receivers drop that item or the list, so a missing option proves nothing. */
export const isReadable = (list: unknown): boolean =>
  list === undefined || list === null || (Array.isArray(list) && toConfigOptions(list)?.length === list.length);

/** True when receivers keep every option of a list. */
export const areKept = (options: readonly ConfigOption[] | undefined, version: ProtocolVersion | undefined): boolean =>
  options?.every((option) => option.isSound(version ?? 1)) ?? true;

function toConfigOption(item: unknown): ConfigOption | undefined {
  const id = stringAt(item, 'id') ?? stringAt(item, 'configId'); // version 1, version 2
  if (id === undefined) return undefined;
  const type = stringAt(item, 'type');
  return {
    id,
    type,
    category: stringAt(item, 'category'),
    currentValue: valueAt(item, 'currentValue'),
    values: () => (type === 'select' ? valuesOf(valueAt(item, 'options')) : undefined),
    isSound: (version) => isSound(item, version),
  };
}

/** Validates the option as the response to `session/set_config_option`, which contains only a list of options. */
function isSound(item: unknown, version: ProtocolVersion): boolean {
  const context = { method: 'session/set_config_option', version, from: 'agent' } as const;
  const issues = validateResult({ configOptions: [item] }, context);
  return !issues?.some(({ grade }) => grade === 'hard' || grade === 'salvaged');
}

function valuesOf(options: unknown, isGroup = false): readonly string[] | undefined {
  if (!Array.isArray(options)) return undefined;
  const values = options.flatMap((item: unknown) => {
    const group = isGroup ? undefined : valueAt(item, 'options'); // groups have no groups
    return Array.isArray(group) ? (valuesOf(group, true) ?? []) : (stringAt(item, 'value') ?? []);
  });
  return values.length > 0 ? values : undefined;
}

/** The option that chooses the mode of a session. */
export const modeOption = (options: readonly ConfigOption[] | undefined): ConfigOption | undefined =>
  options?.find(({ category }) => category === 'mode');

/** How long a replaced list still counts: a choice from it may have been under way. */
const UNDER_WAY_US = 250_000;

/** How many lists of one session are kept. */
const MAX_LISTS = 8;

interface Listed {
  /** Missing where the list cannot be read. */
  readonly options?: readonly ConfigOption[];
  readonly ref: MessageRef;
}

/**
 * The options that each open session offers: the latest list, and replaced lists whose replacement the client may not
 * have read yet. Only for rules about a client's choice; the fold knows the latest list.
 */
export function createConfigLists() {
  const bySession = new Map<string, readonly Listed[]>(); // the latest first

  function add(session: string, list: unknown, ref: MessageRef): void {
    const options = isReadable(list) ? toConfigOptions(list) : undefined;
    const before = (bySession.get(session) ?? []).filter(
      (_listed, index, all) => index === 0 || isUnderWay(all[index - 1]?.ref.elapsed, ref.elapsed),
    );
    bySession.set(session, [options ? { options, ref } : { ref }, ...before].slice(0, MAX_LISTS));
  }

  return {
    /** Call when a session opens or closes; `ref` is the response that did it. */
    session(session: Session, ref: MessageRef): void {
      bySession.delete(session.id);
      if (session.closed) return;
      if (session.configOptions === undefined) bySession.set(session.id, []);
      else add(session.id, session.configOptions, ref);
    },
    /**
     * Adds a list from a response to `session/set_config_option` or from an update. Ignores sessions that are not open.
     * A list without a session may belong to any session.
     */
    listed(session: string | undefined, list: unknown, ref: MessageRef): void {
      if (session === undefined) for (const each of bySession.keys()) add(each, undefined, ref);
      else if (bySession.has(session)) add(session, list, ref);
    },
    /** The lists that a choice at `now` may come from, the latest first. Empty if one is unreadable. */
    at(session: string, now: ElapsedUs): readonly Required<Listed>[] {
      const lists = (bySession.get(session) ?? NO_LISTS).filter(
        (_listed, index, all) => index === 0 || isUnderWay(all[index - 1]?.ref.elapsed, now),
      );
      return lists.every(isRead) ? lists : [];
    },
  };
}

const NO_LISTS: readonly Listed[] = [];

const isRead = (listed: Listed): listed is Required<Listed> => listed.options !== undefined;

const isUnderWay = (replaced: ElapsedUs | undefined, now: ElapsedUs) =>
  replaced !== undefined && now - replaced <= UNDER_WAY_US;

/** The value in a `session/set_config_option`; undefined for a type that acptap does not know. */
export function chosenValue(params: unknown, version: ProtocolVersion): string | boolean | undefined {
  if (!isObject(params)) return undefined;
  const { type, value } = params;
  if (type === 'boolean') return typeof value === 'boolean' ? value : undefined;
  const isId = version === 1 ? type === undefined || type === null : type === 'id';
  return isId && typeof value === 'string' ? value : undefined;
}
