import { readFileSync } from 'node:fs';

/** The part of JSON Schema that types need. */
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
}

type Form = 'Request' | 'Notification' | 'Response';

/** The stable messages of version 1 as TypeScript types, from the official JSON schema in the SDK package. */
export function protocolTypes(): string {
  const schema = readFileSync('node_modules/@agentclientprotocol/sdk/schema/v1/schema.json', 'utf8');
  const { $defs } = JSON.parse(schema) as { $defs: Readonly<Record<string, Node>> };
  const used = new Set<string>();
  const calls = [
    calledBy($defs, 'Client', 'agent', 'Requests', used),
    calledBy($defs, 'Client', 'agent', 'Notifications', used),
    calledBy($defs, 'Agent', 'client', 'Requests', used),
    calledBy($defs, 'Agent', 'client', 'Notifications', used),
  ];
  const definitions: string[] = [];
  for (const name of used) {
    const node = $defs[name];
    if (!node) throw new Error(`the schema lacks ${name}`);
    definitions.push(`export type ${name} = ${toType(node, used)};\n`); // adds references, which the loop reaches later
  }
  return [...calls, ...definitions].join('\n');
}

/** An interface of the methods that a side calls, with their params and results. */
function calledBy(
  definitions: Readonly<Record<string, Node>>,
  caller: 'Client' | 'Agent',
  side: string,
  what: 'Requests' | 'Notifications',
  used: Set<string>,
): string {
  const use = (name: string) => (used.add(name), name);
  const named = (form: Form) =>
    Object.entries(definitions).filter(
      ([name, { 'x-method': method, 'x-side': handler }]) =>
        name.endsWith(form) && method !== undefined && [side, 'protocol'].includes(String(handler)),
    );
  const lines = named(what === 'Requests' ? 'Request' : 'Notification').map(([name, { 'x-method': method }]) => {
    if (what === 'Notifications') return `  '${String(method)}': { params: ${use(name)} };`;
    const answer = named('Response').find(([, response]) => response['x-method'] === method);
    if (!answer) throw new Error(`the schema has no response to ${String(method)}`);
    return `  '${String(method)}': { params: ${use(name)}; result: ${use(answer[0])} };`;
  });
  return `export interface ${caller}${what} {\n${lines.join('\n')}\n}\n`;
}

function toType(node: Node, used: Set<string>): string {
  const parts = [
    ...(node.allOf ?? []).map((part) => toType(part, used)),
    ...[node.anyOf, node.oneOf].flatMap((options) => (options ? [union(options, used)] : [])),
    ...(node.$ref === undefined ? [] : [reference(node.$ref, used)]),
    ...(node.properties ? [members(node, used)] : []),
  ];
  if (parts.length > 0) return parts.join(' & ');
  if (node.const !== undefined) return JSON.stringify(node.const);
  const types = typeof node.type === 'string' ? [node.type] : (node.type ?? ['unknown']);
  return types.map((type) => plain(type, node, used)).join(' | ');
}

function reference(ref: string, used: Set<string>): string {
  const name = ref.slice('#/$defs/'.length);
  used.add(name);
  return name;
}

/** Writes `string & {}` for other strings beside known ones, so that editors complete the known ones. */
function union(options: readonly Node[], used: Set<string>): string {
  const isOpen = options.some((option) => option.const !== undefined);
  const types = options.map((option) => {
    const type = toType(option, used);
    return isOpen && (type === 'string' || type === 'number') ? `(${type} & {})` : type;
  });
  return `(${[...new Set(types)].join(' | ')})`;
}

function members({ properties = {}, required = [] }: Node, used: Set<string>): string {
  const lines = Object.entries(properties).map(
    ([name, node]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${toType(node, used)}`,
  );
  return `{ ${lines.join('; ')} }`;
}

function plain(type: string, node: Node, used: Set<string>): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'unknown':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `readonly (${toType(node.items ?? {}, used)})[]`;
    case 'object': {
      const values = node.additionalProperties;
      return `{ [member: string]: ${typeof values === 'object' ? toType(values, used) : 'unknown'} }`;
    }
    default:
      throw new Error(`a type this script does not know: ${type}`);
  }
}
