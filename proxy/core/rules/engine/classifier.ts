import { classifyMethod, methodFacts, type MethodClass, type ProtocolVersion } from '#core/protocol/methods.ts';

/** `classifyMethod` with a cache, for rules that call it for every frame. Caches only known names: there are few. */
export function createClassifier() {
  let remembered = new Map<string, MethodClass>();
  let rememberedFor: ProtocolVersion | undefined;
  return (method: string, version: ProtocolVersion | undefined): MethodClass => {
    if (version !== rememberedFor) {
      remembered = new Map();
      rememberedFor = version;
    }
    const before = remembered.get(method);
    if (before !== undefined) return before;
    const found = classifyMethod(method, version);
    if (methodFacts(method).length > 0) remembered.set(method, found);
    return found;
  };
}
