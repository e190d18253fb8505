import { isObject } from '#core/json/json.ts';
import type { EntryRow } from '#core/model/row.ts';
import type { ProtocolVersion } from '#core/protocol/methods.ts';
import type { ObjectShape, Shape, Surface } from '#core/protocol/shape.ts';
import { tablesOf } from '#core/protocol/schema-of-version.ts';

/** The schema definition of a message's params or result. */
export interface SchemaRow {
  readonly name: string;
  /** `params of the request`, `result`. */
  readonly what: string;
  readonly members: readonly MemberRow[];
  /** Members of the message that the definition lacks. */
  readonly unknown: readonly string[];
}

export interface MemberRow {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly isThere: boolean;
  /** `unstable`, `legacy`, `newer`: not in the stable schema. Empty for stable definitions. */
  readonly surface: string;
  /** The receivers' reaction to an invalid value; empty if they reject the message. */
  readonly salvage: string;
}

/** Returns undefined for entries without a schema: extensions, unknown methods, invalid lines. */
export function toSchemaRow(row: EntryRow, message: unknown, version: ProtocolVersion): SchemaRow | undefined {
  const { from, kind, method } = row;
  if ((from !== 'client' && from !== 'agent') || method === null || !isObject(message)) return undefined;
  const tables = tablesOf(version);
  const found =
    kind === 'request'
      ? { shape: tables.requests[from].get(method), value: message['params'], what: 'params of the request' }
      : kind === 'notification'
        ? {
            shape: tables.notifications[from].get(method),
            value: message['params'],
            what: 'params of the notification',
          }
        : kind === 'response'
          ? { shape: tables.results[from].get(method), value: message['result'], what: 'result' }
          : kind === 'error'
            ? { shape: tables.error, value: message['error'], what: 'error object' }
            : undefined;
  if (!found?.shape) return undefined;
  const { name, shape } = chosen(found.shape, found.value, '');
  if (!shape) return { name: typeOf(found.shape), what: found.what, members: [], unknown: [] };
  const value = isObject(found.value) ? found.value : {};
  const members = Array.from(shape.members, ([member, facts]): MemberRow => ({
    name: member,
    type: `${typeOf(facts.shape)}${facts.nullable ? ' or null' : ''}`,
    isRequired: facts.required,
    isThere: Object.hasOwn(value, member),
    surface: surfaceOf(facts.surface),
    salvage: facts.dropsItems
      ? 'items that cannot be read are dropped'
      : facts.instead === undefined
        ? ''
        : `what cannot be read becomes ${facts.instead}`,
  }));
  return {
    name,
    what: found.what,
    members,
    unknown: Object.keys(value).filter((member) => !shape.members.has(member)),
  };
}

/** Descends to the union member that matches the value. */
function chosen(
  shape: Shape,
  value: unknown,
  path: string,
): { readonly name: string; readonly shape: ObjectShape | undefined } {
  const name = [path, 'name' in shape ? (shape.name ?? '') : ''].filter((part) => part !== '').join(' ▸ ');
  if (shape.kind === 'object') return { name: name || 'object', shape };
  if (shape.kind === 'union' && isObject(value)) {
    const form = shape.cases.get(String(value[shape.tag]))?.shape ?? shape.untagged ?? shape.other;
    if (form) return chosen(form, value, name);
  }
  const first = shape.kind === 'choice' ? shape.options.find(({ kind }) => kind === 'object') : undefined;
  return first ? chosen(first, value, name) : { name: name || typeOf(shape), shape: undefined };
}

const surfaceOf = (surface: Surface) => (surface === 'stable' ? '' : surface);

/** Values listed in a type before "…". */
const NAMED = 6;

function typeOf(shape: Shape): string {
  switch (shape.kind) {
    case 'object':
    case 'union':
      return shape.name ?? 'object';
    case 'enum': {
      const values = [...shape.values.keys()];
      const more = values.length > NAMED || shape.open ? ' | …' : '';
      return (
        shape.name ??
        values
          .slice(0, NAMED)
          .map((value) => JSON.stringify(value))
          .join(' | ') + more
      );
    }
    case 'array':
      return `${typeOf(shape.items)}[]`;
    case 'map':
      return `map of ${typeOf(shape.values)}`;
    case 'choice':
      return shape.options.map(typeOf).join(' | ');
    case 'integer':
    case 'number':
      return shape.format || shape.kind;
    default:
      return shape.kind;
  }
}
