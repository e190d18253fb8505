/**
 * Converts the official JSON schemas into tables for the validator: four documents (two versions, each stable and
 * unstable) become one table for each version. Drops descriptions, resolves allOf and $ref, and flattens objects with a
 * union into one object a case. Marks what only the unstable document has. `proxy/core/protocol/unpack.ts` reads the
 * tables.
 */
import { readFileSync } from 'node:fs';
import { KIND, FLAG, type Packed, type PackedCall } from '../proxy/core/protocol/packed.ts';

/** The part of JSON Schema that the documents use. */
interface Node {
  readonly [keyword: string]: unknown;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly allOf?: readonly Node[];
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly additionalProperties?: Node | boolean;
  readonly $ref?: string;
  readonly const?: unknown;
  readonly type?: string | readonly string[];
  readonly format?: string;
}
interface Field {
  readonly node: Node;
  readonly required: boolean;
}
interface Flat {
  readonly name: string | undefined;
  readonly fields: ReadonlyMap<string, Field>;
  readonly unions: readonly { readonly options: readonly Node[]; readonly exclusive: boolean }[];
  readonly open: boolean;
}
type Document = Readonly<Record<string, Node>>;
type Version = 1 | 2;

/** Defaults for unreadable values where the schema names them only in text. */
const DEFAULTS: Readonly<Record<string, string>> = { ToolKind: '"other"', ToolCallStatus: '"pending"' };

export function schemaTables(): Readonly<Record<Version, Packed>> {
  return { 1: pack(1), 2: pack(2) };
}

function pack(version: Version): Packed {
  const stable = documentOf(version, 'schema.json');
  const document = documentOf(version, 'schema.unstable.json');
  const names: string[] = [];
  const shapes: (readonly number[])[] = [];
  const nameIndex = new Map<string, number>();
  const shared = new Map<string, number>();
  const defined = new Map<string, number>();
  const building = new Set<string>();

  const name = (text: string) => nameIndex.get(text) ?? (nameIndex.set(text, names.push(text) - 1), names.length - 1);
  /** Does not share named shapes, so that an addition can extend one of them alone. */
  const add = (shape: readonly number[], definition?: string) => {
    const key = definition === undefined ? JSON.stringify(shape) : definition;
    const index = shared.get(key) ?? shapes.push(shape) - 1;
    shared.set(key, index);
    return index;
  };

  function definitionShape(definition: string): number {
    const before = defined.get(definition);
    if (before !== undefined) return before;
    if (building.has(definition))
      throw new Error(`the schema is recursive at ${definition}: the validator counts on an end`);
    building.add(definition);
    const index = shapeOf(required(document[definition], definition), stable[definition], definition);
    building.delete(definition);
    defined.set(definition, index);
    return index;
  }

  function shapeOf(node: Node, twin: Node | undefined, definition?: string): number {
    const ref = refOf(node);
    if (ref !== undefined && definition === undefined) return definitionShape(ref);
    const options = node.anyOf ?? node.oneOf;
    if (isFlat(node))
      return objectShape(flatten(document, node, definition), twin && flatten(stable, twin), definition);
    if (options?.every(isScalarConst) && options.some(({ const: value }) => typeof value === 'string'))
      return enumShape(options, twin, definition);
    if (
      options?.every(
        ({ type, const: value }) => type === 'integer' && (value === undefined || typeof value === 'number'),
      )
    )
      return shapeOf(required(options.at(-1), 'integer'), undefined);
    if (options) return add([KIND.choice, 0, ...options.map((option) => shapeOf(option, undefined))]);
    const [type, ...more] = typesOf(node);
    if (more.length > 0) throw new Error(`more than one type: ${JSON.stringify(node)}`);
    return plainShape(type, node, twin);
  }

  function plainShape(type: string | undefined, node: Node, twin: Node | undefined): number {
    const number = (keyword: string, otherwise: number) => Number(node[keyword] ?? otherwise);
    switch (type) {
      case undefined:
        return add([KIND.any]);
      case 'string':
        return add([KIND.string, number('minLength', 0)]);
      case 'boolean':
        return add([KIND.boolean]);
      case 'null':
        return add([KIND.null]);
      case 'integer':
      case 'number':
        return add(
          [KIND[type], name(node.format ?? ''), number('minimum', -Infinity), number('maximum', Infinity)].map(finite),
        );
      case 'array':
        return add([KIND.array, shapeOf(node.items ?? {}, twin?.items), number('minItems', 0)]);
      case 'object': {
        const values = node.additionalProperties;
        return add([KIND.map, shapeOf(typeof values === 'object' ? values : {}, undefined)]);
      }
      default:
        throw new Error(`a type the validator does not know: ${type}`);
    }
  }

  function enumShape(options: readonly Node[], twin: Node | undefined, definition: string | undefined): number {
    const known = new Set((twin?.anyOf ?? twin?.oneOf)?.map((option) => option.const));
    const values = options.flatMap(({ const: value }) =>
      typeof value !== 'string' ? [] : [name(value), twin && !known.has(value) ? 1 : 0],
    );
    const open = options.some((option) => option.const === undefined);
    return add([KIND.enum, definition === undefined ? -1 : name(definition), open ? 1 : 0, ...values]);
  }

  /** Repeats common fields in each form, so that the validator looks at a single object. */
  function objectShape(flat: Flat, twin: Flat | undefined, definition?: string): number {
    const [union, ...rest] = flat.unions;
    const title = flat.name === undefined ? -1 : name(flat.name);
    if (!union) {
      const fields = [...flat.fields].flatMap(([field, { node, required: must }]) => {
        const { node: inner, flags, instead } = memberOf(document, node);
        const twinField = twin?.fields.get(field);
        const unstable = twin !== undefined && twinField === undefined;
        const shape = shapeOf(inner, twinField && memberOf(stable, twinField.node).node);
        const salvaged = instead === undefined ? -1 : name(instead);
        return [name(field), shape, flags | (must ? FLAG.required : 0) | (unstable ? FLAG.unstable : 0), salvaged];
      });
      return add([KIND.object, title, flat.open ? 1 : 0, ...fields], definition);
    }
    const twins = twin?.unions[0]?.options.map((option) => flatten(stable, option));
    const options = union.options.map((option) => flatten(document, option));
    const whole = (option: Flat): Flat => ({
      name: option.name ?? flat.name,
      fields: new Map([...flat.fields, ...option.fields]),
      unions: [...option.unions, ...rest],
      open: option.open,
    });
    const tag = options.map(tagOf).find((found) => found !== undefined);
    if (tag === undefined)
      return add([
        KIND.choice,
        union.exclusive ? 1 : 0,
        ...options.map((option, at) => objectShape(whole(option), wholeTwin(twin, twins?.[at]))),
      ]);
    let [other, untagged] = [-1, -1];
    const cases = options.flatMap((option) => {
      const value = option.fields.get(tag)?.node.const;
      const same = twins?.find((one) => one.fields.get(tag)?.node.const === value);
      const shape = objectShape(withTag(whole(option), tag), wholeTwin(twin, same));
      if (typeof value === 'string') return [name(value), shape, twins && !same ? 1 : 0];
      if (option.fields.get(tag)?.node.type === 'string') other = shape;
      else untagged = shape;
      return [];
    });
    return add([KIND.union, title, name(tag), other, untagged, ...cases], definition);
  }

  const calls: PackedCall[] = Object.entries(document).flatMap(([definition, node]) => {
    const [, form] = /(Request|Notification|Response)$/.exec(definition) ?? [];
    const { 'x-method': method, 'x-side': side } = node;
    if (typeof method !== 'string' || form === undefined) return [];
    return [[name(method), form, String(side), definitionShape(definition)]];
  });
  const error = definitionShape('Error');
  return { names, shapes, calls, error, definitions: definedObjects(defined, shapes, name) };
}

/** Definitions by their name in the additions: objects, unions, choices and enums, as pairs of name and shape. */
function definedObjects(
  defined: ReadonlyMap<string, number>,
  shapes: Packed['shapes'],
  name: (text: string) => number,
) {
  const named = new Set<number>([KIND.object, KIND.union, KIND.choice, KIND.enum]);
  return [...defined].flatMap(([definition, shape]) =>
    named.has(shapes[shape]?.[0] ?? -1) ? [name(definition), shape] : [],
  );
}

function flatten(document: Document, node: Node, name?: string): Flat {
  const fields = new Map<string, Field>();
  const unions: Flat['unions'][number][] = [];
  let title = name;
  for (const part of [...(node.allOf ?? []), ...(node.$ref === undefined ? [] : [{ $ref: node.$ref }])]) {
    const ref = refOf(part);
    const inner = flatten(document, ref === undefined ? part : required(document[ref], ref), ref);
    title ??= inner.name;
    for (const [field, entry] of inner.fields) fields.set(field, entry);
    unions.push(...inner.unions);
  }
  for (const [field, inner] of Object.entries(node.properties ?? {}))
    fields.set(field, { node: inner, required: node.required?.includes(field) ?? false });
  const options = node.anyOf ?? node.oneOf;
  if (options) unions.unshift({ options, exclusive: node.oneOf !== undefined });
  return { name: title, fields, unions, open: node.additionalProperties === true };
}

/** The object of a case, merged with its stable counterpart. */
const wholeTwin = (twin: Flat | undefined, same: Flat | undefined): Flat | undefined =>
  twin &&
  same && {
    ...same,
    fields: new Map([...twin.fields, ...same.fields]),
    unions: [...same.unions, ...twin.unions.slice(1)],
  };

const tagOf = ({ fields }: Flat) => [...fields].find(([, { node }]) => node.const !== undefined)?.[0];

/** Allows any string as the tag, because the union checks which value a case has. */
function withTag(flat: Flat, tag: string): Flat {
  const field = flat.fields.get(tag);
  if (field?.node.const === undefined) return flat;
  return { ...flat, fields: new Map(flat.fields).set(tag, { node: { type: 'string' }, required: true }) };
}

/** The flags of a property, and the schema of its value. */
function memberOf(document: Document, node: Node): { node: Node; flags: number; instead: string | undefined } {
  const orNull = node.anyOf?.length === 2 && node.anyOf[1]?.type === 'null';
  const types = typesOf(node);
  const nullable = orNull || (types.length > 1 && types.includes('null'));
  const inner = orNull
    ? required(node.anyOf?.[0], 'anyOf')
    : { ...node, ...(nullable ? { type: types.filter((type) => type !== 'null') } : {}) };
  const flags =
    (nullable || node['x-deserialize-default-on-null'] === true ? FLAG.nullable : 0) |
    (node['x-deserialize-skip-invalid-items'] === true ? FLAG.dropsItems : 0);
  if (node['x-deserialize-default-on-error'] !== true) return { node: inner, flags, instead: undefined };
  const ref = refOf(inner);
  const words = node['default'] !== undefined ? JSON.stringify(node['default']) : DEFAULTS[ref ?? ''];
  const list = typesOf(inner).includes('array') && !nullable ? '[]' : undefined;
  return {
    node: inner,
    flags,
    instead: nullable ? 'null' : (words ?? list ?? (document[ref ?? ''] ? 'a default' : 'nothing')),
  };
}

const isFlat = (node: Node) =>
  node.properties !== undefined ||
  (node.allOf !== undefined && refOf(node) === undefined) ||
  (node['x-method'] !== undefined && node.type !== 'object' && (node.allOf ?? node.anyOf) !== undefined) ||
  ((node.anyOf ?? node.oneOf)?.some(({ properties }) => properties !== undefined) ?? false) ||
  (node.anyOf?.every(({ allOf, title }) => allOf !== undefined && title !== undefined) ?? false);

/** The definition that a node refers to, if it has nothing else. */
function refOf(node: Node): string | undefined {
  const [only, ...more] = node.allOf ?? [];
  const bare = node.properties === undefined && node.anyOf === undefined && node.oneOf === undefined;
  const ref = node.$ref ?? (only && bare && more.length === 0 ? only.$ref : undefined);
  return ref?.slice('#/$defs/'.length);
}

const isScalarConst = ({ type, const: value }: Node) =>
  type === 'string' && (value === undefined || typeof value === 'string');
const typesOf = ({ type }: Node): readonly string[] =>
  type === undefined ? [] : typeof type === 'string' ? [type] : type;
/** Replaces infinity, which JSON lacks. */
const finite = (value: number) =>
  value === Infinity ? Number.MAX_VALUE : value === -Infinity ? -Number.MAX_VALUE : value;

function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`the schema lacks ${what}`);
  return value;
}

const documentOf = (version: Version, file: string) =>
  (
    JSON.parse(readFileSync(`node_modules/@agentclientprotocol/sdk/schema/v${version}/${file}`, 'utf8')) as {
      $defs: Document;
    }
  ).$defs;
