import { IGNORED_MEMBERS, ignoredBy } from '#core/compare/ignored.ts';
import { isObject } from '#core/json/json.ts';
import { runIdKind } from '#core/protocol/run-ids.ts';

/** Maps names of the live machine to those of the recording. The recorded side is not mapped. */
export interface ToRecorded {
  readonly session: (id: string) => string;
  /** A path or a file URI. */
  readonly path: (path: string) => string;
  /** Maps folders anywhere in free text. */
  readonly text: (text: string) => string;
  readonly terminal: (id: string) => string;
}

const same = (text: string) => text;

export const IDENTITY: ToRecorded = { session: same, path: same, text: same, terminal: same };

/**
 * Params or a result in comparable form: without members that differ between runs; sessions, terminals and paths as
 * recorded. In `prompt`, joins adjoining text blocks, collapses white space, and leaves out the content of embedded
 * files.
 */
export function normalise(method: string, value: unknown, to: ToRecorded): unknown {
  const dropped = ignoredBy('matching', IGNORED_MEMBERS, method);
  if (!isObject(value)) return mapIds(value, to);
  const kept = Object.entries(value).filter(([name]) => !dropped.has(name));
  return Object.fromEntries(
    kept.map(([name, member]) => [
      name,
      name === 'prompt' && Array.isArray(member) ? joinText(member, to) : mapIds(member, to, name),
    ]),
  );
}

function joinText(blocks: readonly unknown[], to: ToRecorded): readonly unknown[] {
  const joined: unknown[] = [];
  for (const block of blocks) {
    const before = joined.at(-1);
    if (!isText(block)) joined.push(mapIds(withoutContent(block), to));
    else if (isText(before))
      joined[joined.length - 1] = { type: 'text', text: collapse(`${before.text} ${block.text}`) };
    else joined.push({ type: 'text', text: collapse(block.text) });
  }
  return joined.map((block) => (isText(block) ? { ...block, text: to.text(block.text) } : block));
}

const isText = (block: unknown): block is { readonly type: 'text'; readonly text: string } =>
  isObject(block) && block['type'] === 'text' && typeof block['text'] === 'string';

/** Leaves out the content of an embedded file: after an edit it is still the same file, known by its URI. */
function withoutContent(block: unknown): unknown {
  if (!isObject(block) || block['type'] !== 'resource' || !isObject(block['resource'])) return block;
  const { text: _text, blob: _blob, ...resource } = block['resource'];
  return { ...block, resource };
}

const collapse = (text: string) => text.replace(/\s+/gu, ' ').trim();

/** Deeper than any message of ACP; deeper values are compared unchanged. */
const DEEPEST = 100;

const IGNORED = ignoredBy('matching', IGNORED_MEMBERS);

/** Maps ids and paths to the recorded ones; leaves out ignored members at any depth, unless the level is `exact`. */
export function mapIds(value: unknown, to: ToRecorded, name = '', keepsAll = false, depth = 0): unknown {
  if (typeof value === 'string') {
    const kind = runIdKind(name);
    if (kind === 'session') return to.session(value);
    return kind === 'terminal' ? to.terminal(value) : to.path(value);
  }
  if (depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((item) => mapIds(item, to, name, keepsAll, depth + 1));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([member]) => keepsAll || !IGNORED.has(member));
  return Object.fromEntries(entries.map(([member, item]) => [member, mapIds(item, to, member, keepsAll, depth + 1)]));
}
