import type { Playbook } from '../../proxy/replay/playbook/playbook.ts';

/**
 * A playbook that counts how often something of it is looked at, messages included: what playing it costs, on any machine. What was looked
 * at twice counts twice.
 */
export function countedPlaybook(playbook: Playbook): { readonly playbook: Playbook; readonly looks: () => number } {
  let looks = 0;
  const known = new WeakMap<object, object>();

  function counted<T extends object>(target: T): T {
    const made = known.get(target);
    if (made) return made as T; // made of it
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
