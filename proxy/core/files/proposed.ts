import { valueAt, isObject, stringAt } from '#core/json/json.ts';

/** A difference as a tool call shows it. Its texts may be parts of the file. */
export interface Difference {
  /** null for a new file. */
  readonly before: string | null;
  readonly after: string;
}

/** The proposal in the content of a tool call for one file. */
export interface Proposed {
  readonly path: string;
  /** `add`, `delete` …; null if the agent sent none. */
  readonly change: string | null;
  /** In order: each applies to the result of the previous difference. Empty for a patch. */
  readonly differences: readonly Difference[];
  /** The part of a patch about this file; null for a patch without a text, and without a patch. */
  readonly patch: string | null;
}

/** The proposals in the content of a tool call, one for each file, in order. Both protocol versions. */
export function proposedIn(content: unknown): readonly Proposed[] {
  const byPath = new Map<string, Proposed>();
  const add = (one: Proposed) => {
    const before = byPath.get(one.path);
    const differences = [...(before?.differences ?? []), ...one.differences];
    byPath.set(one.path, before ? { ...before, differences, patch: one.patch ?? before.patch } : one);
  };
  for (const item of Array.isArray(content) ? content : [content]) {
    if (stringAt(item, 'type') !== 'diff') continue;
    const changes = valueAt(item, 'changes');
    if (Array.isArray(changes)) for (const change of changes) add(toPatched(change, stringAt(item, 'patch', 'text')));
    else add(toTexts(item));
  }
  return [...byPath.values()].filter(({ path }) => path !== '');
}

/** Version 1. Some agents name the kind of change in `_meta`, because the version cannot say "deleted". */
function toTexts(item: unknown): Proposed {
  const before = stringAt(item, 'oldText') ?? null;
  return {
    path: stringAt(item, 'path') ?? '',
    change: stringAt(item, '_meta', 'kind') ?? (before === null ? 'add' : null),
    differences: [{ before, after: stringAt(item, 'newText') ?? '' }],
    patch: null,
  };
}

/** Version 2. */
function toPatched(change: unknown, patch: string | undefined): Proposed {
  const path = stringAt(change, 'path') ?? '';
  const operation = isObject(change) ? stringAt(change, 'operation') : undefined;
  return { path, change: operation ?? null, differences: [], patch: patch === undefined ? null : partFor(path, patch) };
}

/** The part of a git patch about one file; all of it if it has no headers. */
function partFor(path: string, patch: string): string {
  const parts = patch.split(/^(?=diff --git )/m);
  const name = path.replaceAll('\\', '/').replace(/^.*?([^/]+)$/, '$1');
  const own = parts.filter((part) => /^diff --git .*/.exec(part)?.[0].endsWith(name));
  const named = own.find((part) => {
    const [, to = ''] = /^\+\+\+ b\/(.*?)\t?$/m.exec(part) ?? [];
    return to !== '' && path.replaceAll('\\', '/').endsWith(to);
  });
  return named ?? own[0] ?? (parts.length > 1 ? '' : patch);
}

/** Counts the lines that a patch adds and removes. */
export function countPatch(patch: string): { readonly added: number; readonly removed: number } {
  const lines = patch.split('\n');
  const count = (sign: RegExp) => lines.filter((line) => sign.test(line)).length;
  return { added: count(/^\+(?!\+\+ )/), removed: count(/^-(?!-- )/) };
}
