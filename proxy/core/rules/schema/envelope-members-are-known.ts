import { isObject } from '#core/json/json.ts';
import { escapeName } from '#core/json/pointer.ts';
import { defineRule } from '../engine/rule.ts';

const MEMBERS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error']);

/** How many names are reported for each side. */
const MAX_NAMES = 64;

export default defineRule({
  id: 'schema/envelope-members-are-known',
  grade: 'note',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires: 'A message has no members beside those of JSON-RPC. Reported once for each name.',
  source: 'https://www.jsonrpc.org/specification#request_object',
  peers: 'Everybody ignores them. WebStorm and other JetBrains editors add a `type` to every message.',
  start() {
    const reported = { client: new Set<string>(), agent: new Set<string>() };

    return {
      frame({ seq, from }, decoded, verdict) {
        if (decoded.kind !== 'json' || decoded.batch) return;
        const [part] = decoded.parts;
        if (!part?.message || !isObject(part.value)) return; // jsonrpc/envelope-is-well-formed
        let clean = true;
        for (const name in part.value) {
          if (MEMBERS.has(name)) continue;
          clean = false;
          if (reported[from].has(name) || reported[from].size >= MAX_NAMES) continue;
          reported[from].add(name);
          const shown = name.slice(0, 48);
          verdict.broken({
            seq,
            side: from,
            message: `${shown} is no member of a JSON-RPC message`,
            seen: shown,
            expected: [...MEMBERS].join(', '),
            pointer: `/${escapeName(shown)}`,
          });
        }
        if (clean) verdict.kept();
      },
    };
  },
  examples: {
    breaks: ['> | {"type":"com.example.JsonRpcRequest","id":1,"method":"session/list","params":{},"jsonrpc":"2.0"}'],
    keeps: ['> 1 session/list {}\n< 1 ok {"sessions":[]}'],
  },
});
