import { readFileSync } from 'node:fs';
import type { SchemaMethod } from '../proxy/core/protocol/schema-method.ts';

interface Definition {
  readonly 'x-method'?: string;
  readonly 'x-side'?: string;
}

type Row = { -readonly [key in keyof SchemaMethod]: SchemaMethod[key] };

/**
 * The methods of ACP, read from the official JSON schemas in the SDK package: each definition of a params type names
 * its method (`x-method`) and its handler (`x-side`). The unstable schema of a version contains the stable one.
 */
export function methodTable(): readonly SchemaMethod[] {
  const rows = new Map<string, Row>();
  for (const version of [1, 2] as const)
    for (const surface of ['unstable', 'stable'] as const)
      for (const [name, { 'x-method': method, 'x-side': side }] of Object.entries(definitions(version, surface))) {
        const [, kind] = /(Request|Notification)$/.exec(name) ?? [];
        if (method === undefined || side === undefined || kind === undefined) continue;
        const key = `${method} ${kind} ${side}`;
        const row = rows.get(key) ?? { method, kind: kindOf(kind), sentBy: senderOf(side), v1: null, v2: null };
        row[`v${version}`] = surface;
        rows.set(key, row);
      }
  return [...rows.values()].toSorted((a, b) => (a.method < b.method ? -1 : a.method > b.method ? 1 : 0));
}

function definitions(version: 1 | 2, surface: 'stable' | 'unstable'): Record<string, Definition> {
  const file = surface === 'stable' ? 'schema.json' : 'schema.unstable.json';
  const path = `node_modules/@agentclientprotocol/sdk/schema/v${version}/${file}`;
  return (JSON.parse(readFileSync(path, 'utf8')) as { $defs: Record<string, Definition> }).$defs;
}

const kindOf = (name: string) => (name === 'Request' ? 'request' : 'notification');

/** The schema names the side that handles a method; frames are judged by their sender. */
function senderOf(side: string): SchemaMethod['sentBy'] {
  switch (side) {
    case 'agent':
      return 'client';
    case 'client':
      return 'agent';
    case 'protocol':
    case 'proxy':
      return 'both';
    default:
      throw new Error(`the schema has a side this script does not know: ${side}`);
  }
}
