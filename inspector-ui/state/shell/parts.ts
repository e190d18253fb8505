import { effect, signal, type ReadonlySignal } from '@preact/signals';

interface Disposable {
  dispose(): void;
}

/** Collects the parts of something that is disposed of as a whole. */
export function createParts() {
  const parts: Disposable[] = [];
  const isDisposed = signal(false);
  return {
    /** Adds a part and returns it. */
    add<T extends Disposable>(part: T): T {
      parts.push(part);
      return part;
    },
    /** Runs `work` now, and when a signal that it reads changes. */
    effect: (work: () => void): void => void parts.push({ dispose: effect(work) }),
    isDisposed: isDisposed as ReadonlySignal<boolean>,
    dispose(): void {
      isDisposed.value = true;
      for (const part of parts) part.dispose();
    },
  };
}
