import { decodeUtf8, toBase64 } from '#core/wire/bytes.ts';
import type { Entry } from '#core/wire/entry.ts';
import { toPlaybook } from './to-playbook.ts';

/**
 * The allowed differences between a recording and the recording of its replay. Everything else is the same,
 * byte for byte. `order`: messages of two sessions may interleave differently; each side of a session keeps its order.
 */
export const VOLATILE_PARTS = {
  header: ['id', 'name', 'startedAt', 'command', 'cwd', 'redacted'],
  entry: ['t'],
  entries: ['events', 'stderr'],
  order: 'between sides and sessions',
} as const;

/**
 * The frames of a recording without volatile parts, by session and side. Two recordings have the same conversation
 * when these texts are equal. One line for each frame, `>` from the client and `<` from the agent.
 */
export function stableText(entries: Iterable<Entry>): string {
  const all = [...entries];
  const { lanes, client } = toPlaybook(all);
  const laneOf = new Map<number, number>(client.map(({ seq, lane }) => [seq, lane]));
  lanes.forEach((lines, lane) => lines.forEach(({ seq }) => laneOf.set(seq, lane)));
  const parts = new Map<string, string[]>();
  for (const entry of all) {
    if (entry.kind !== 'frame') continue;
    const name = `${laneOf.get(entry.seq) ?? 0} ${entry.from === 'client' ? '>' : '<'}`;
    const part = parts.get(name) ?? [];
    part.push(`${entry.from === 'client' ? '>' : '<'} ${textOf(entry.bytes)}`);
    parts.set(name, part);
  }
  const inOrder = [...parts].toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
  return inOrder.flatMap(([, lines]) => lines).join('');
}

function textOf(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes) ?? `base64 ${toBase64(bytes)}\n`;
  return text.endsWith('\n') ? text : `${text}\\\n`; // a last line without its line end
}
