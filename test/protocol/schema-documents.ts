import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

export type Version = 1 | 2;

/** A node of a JSON schema. */
export interface Node {
  readonly [keyword: string]: unknown;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly allOf?: readonly Node[];
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly $ref?: string;
}

export type Definitions = Readonly<Record<string, Node>>;

/** The definitions of a version's document. The default is the unstable one, which includes the stable one. */
export function definitionsOf(version: Version, file = 'schema.unstable.json'): Definitions {
  const path = `node_modules/@agentclientprotocol/sdk/schema/v${version}/${file}`;
  const definitions = read.get(path) ?? (JSON.parse(readFileSync(path, 'utf8')) as { $defs: Definitions }).$defs;
  read.set(path, definitions);
  return definitions;
}

const read = new Map<string, Definitions>();

/** Ranges of the integer formats in receivers, with the limits of 64 bits as JSON.parse rounds them. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  int32: [-2147483648, 2147483647],
  uint16: [0, 65535],
  uint32: [0, 4294967295],
  int64: [-9223372036854775808, 9223372036854775808],
  uint64: [0, 18446744073709551616],
};

/** Compiles single definitions, because the root of a document accepts anything. */
export function oracle(definitions: Definitions): (definition: string) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateFormats: true, logger: false });
  for (const [format, [min, max]] of Object.entries(RANGES))
    ajv.addFormat(format, { type: 'number', validate: (value: number) => value >= min && value <= max });
  for (const format of ['double', 'uri', 'regex', 'date-time']) ajv.addFormat(format, true);
  ajv.addSchema({ $id: 'acp', $defs: definitions });
  return (definition) => ajv.compile({ $ref: `acp#/$defs/${definition}` });
}

/** Rewrites every schema of a document, innermost first. */
export function rewrite(definitions: Definitions, change: (node: Node) => Node): Definitions {
  const schema = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(schema);
    if (typeof node !== 'object' || node === null) return node;
    const entries = Object.entries(node).map(([keyword, value]) => [
      keyword,
      ['properties', '$defs'].includes(keyword)
        ? byName(value as Definitions)
        : DATA.has(keyword)
          ? value
          : schema(value),
    ]);
    return change(Object.fromEntries(entries) as Node);
  };
  const byName = (nodes: Definitions) =>
    Object.fromEntries(Object.entries(nodes).map(([name, node]) => [name, schema(node)]));
  return byName(definitions) as Definitions;
}

const DATA = new Set(['const', 'default', 'required', 'type', 'description', 'title', 'discriminator']);

/** Changes a node to what receivers accept: in these places they lose the value but not the message. */
export const asReceiversRead = (node: Node): Node => {
  if (node['x-deserialize-default-on-error'] === true) return {};
  const kept = node['x-deserialize-skip-invalid-items'] === true ? { ...node, items: {} } : node;
  return nullIsEmpty(kept);
};

export const nullIsEmpty = (node: Node): Node =>
  node['x-deserialize-default-on-null'] === true ? { anyOf: [{ type: 'null' }, node] } : node;
