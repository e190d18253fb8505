import type { Playbook } from '../../proxy/replay/playbook/playbook.ts';

/** A playbook that counts reads of its members, messages included: a measure of cost that is equal on all machines. */
export function countedPlaybook(playbook: Playbook): { readonly playbook: Playbook; readonly looks: () => number } {
  let looks = 0;
  const known = new WeakMap<object, object>();

  function counted<T extends object>(target: T): T {
    const made = known.get(target);
    if (made) return made as T; // made from this target
    const proxy = new Proxy(target, {
      get(object, name) {
        looks += 1;
        const value: unknown = Reflect.get(object, name);
        const isPlain =
          typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !(value instanceof Map);
        return isPlain ? counted(value) : value;
      },
    });
    known.set(target, proxy);
    return proxy;
  }

  return { playbook: counted(playbook), looks: () => looks };
}
