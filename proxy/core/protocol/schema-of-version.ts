import { SIDES, type Side } from '#core/wire/entry.ts';
import { legacyNames } from './legacy-names.ts';
import type { ProtocolVersion } from './methods.ts';
import { newerNames, newerNamesOfVersion2, stableSince } from './newer-names.ts';
import { ofVersion1, ofVersion2 } from './other-version.ts';
import { memberOf, type SchemaAdditions } from './schema-additions.ts';
import type { Packed } from './packed.ts';
import { privateNames } from './private-names.ts';
import { packed } from './schema.gen.ts';
import type { Case, Member, Shape, Surface } from './shape.ts';
import { choiceOf, unpackShapes } from './unpack.ts';

type ByMethod = Map<string, Shape>;

/** The shapes of one version: params by sender, results by the side that answers. */
export interface Tables {
  readonly requests: Readonly<Record<Side, ReadonlyMap<string, Shape>>>;
  readonly notifications: Readonly<Record<Side, ReadonlyMap<string, Shape>>>;
  readonly results: Readonly<Record<Side, ReadonlyMap<string, Shape>>>;
  readonly error: Shape;
  readonly definitions: ReadonlyMap<string, Shape>;
}

const ADDITIONS: readonly SchemaAdditions[] = [
  legacyNames,
  privateNames,
  newerNames,
  newerNamesOfVersion2,
  ofVersion1,
  ofVersion2,
];

const built = new Map<ProtocolVersion, Tables>();

/** Returns the tables of a version, built on first use in a few milliseconds. */
export function tablesOf(version: ProtocolVersion): Tables {
  const before = built.get(version);
  if (before) return before;
  const tables = build(packed[version]);
  for (const additions of ADDITIONS) if (additions.version === version) add(additions, tables);
  for (const [definition, member] of stableSince) promote(tables.definitions.get(definition), member);
  built.set(version, tables);
  return tables;
}

type Building = Omit<Tables, 'requests' | 'notifications' | 'results'> & {
  readonly requests: Record<Side, ByMethod>;
  readonly notifications: Record<Side, ByMethod>;
  readonly results: Record<Side, ByMethod>;
};

function build(table: Packed): Building {
  const shapes = unpackShapes(table);
  const shape = (index: number): Shape => shapes[index] ?? { kind: 'any' };
  const none = (): Record<Side, ByMethod> => ({ client: new Map(), agent: new Map() });
  const tables = { requests: none(), notifications: none(), results: none() };
  for (const [nameIndex, form, side, index] of table.calls) {
    const method = table.names[nameIndex] ?? '';
    // the side that handles a method receives its params and sends its result
    for (const handler of handlers(side)) {
      const sender = handler === 'client' ? 'agent' : 'client';
      if (form === 'Request') tables.requests[sender].set(method, shape(index));
      else if (form === 'Notification') tables.notifications[sender].set(method, shape(index));
      else tables.results[handler].set(method, shape(index));
    }
  }
  const definitions = new Map<string, Shape>();
  for (let at = 0; at < table.definitions.length; at += 2)
    definitions.set(table.names[table.definitions[at] ?? -1] ?? '', shape(table.definitions[at + 1] ?? -1));
  return { ...tables, error: shape(table.error), definitions };
}

const handlers = (side: string): readonly Side[] =>
  side === 'client' ? ['client'] : side === 'agent' ? ['agent'] : SIDES;

/** Adds names to the shapes of the schema, before the tables are used. */
function add({ surface, members, cases, values, calls }: SchemaAdditions, tables: Building): void {
  for (const [definition, added] of Object.entries(members))
    for (const [name, shape] of Object.entries(added))
      mutable<Member>(required(tables, definition, 'object').members).set(name, memberOf(shape, false, surface));
  for (const [definition, added] of Object.entries(cases))
    for (const [tag, shape] of Object.entries(added))
      mutable<Case>(required(tables, definition, 'union').cases).set(tag, { shape, surface });
  for (const [definition, added] of Object.entries(values))
    for (const value of added) mutable<Surface>(required(tables, definition, 'enum').values).set(value, surface);
  for (const { method, kind, sentBy, params } of calls) {
    const byMethod = (kind === 'request' ? tables.requests : tables.notifications)[sentBy];
    const today = byMethod.get(method);
    byMethod.set(method, today ? choiceOf([today, params], false) : params);
  }
}

function promote(shape: Shape | undefined, name: string): void {
  if (shape?.kind !== 'object') return; // the other version may not have it
  const member = shape.members.get(name);
  if (member) mutable<Member>(shape.members).set(name, { ...member, surface: 'stable' });
}

function required<Kind extends Shape['kind']>(tables: Building, definition: string, kind: Kind) {
  const found = tables.definitions.get(definition);
  if (found?.kind !== kind) throw new Error(`the schema has no ${kind} ${definition} to add names to`);
  return found as Extract<Shape, { kind: Kind }>; // just checked
}

/** Shapes are read-only everywhere except in this file, which builds them. */
const mutable = <T>(map: ReadonlyMap<string, T>) => map as Map<string, T>;
