import type { VNode } from 'preact';

/**
 * Keeps the elements of a long list by key. Preact skips an element that is the same object as before, so a
 * change of one row costs one row.
 */
export function createKeptElements() {
  const kept = new Map<string, { readonly depends: readonly unknown[]; readonly element: VNode }>();
  /** Renders the element of `key` if a value in `depends` has changed; else returns the element from before. */
  return (key: string, depends: readonly unknown[], render: () => VNode): VNode => {
    const known = kept.get(key);
    if (known && depends.every((each, index) => Object.is(each, known.depends[index]))) return known.element;
    const element = render();
    kept.set(key, { depends, element });
    return element;
  };
}
