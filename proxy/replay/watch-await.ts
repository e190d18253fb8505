import type { RunningTest } from './running-test.ts';

/** The same promise. A test that passes without awaiting it fails at its end: `call` is what it should have awaited. */
export function requireAwait<T>(promise: Promise<T>, call: string, at: Error, test: RunningTest): Promise<T> {
  let isAwaited = false;
  test.onEnd(({ outcome }) => {
    if (outcome === 'passed' && !isAwaited)
      throw withStackOf(at, new Error(`${call} was not awaited: write "await" in front of it`));
  });
  return watchAwait(promise, () => (isAwaited = true));
}

/**
 * Calls back when somebody awaits the promise, or calls its `then`, `catch` or `finally`. A rejection that nobody awaits is not reported as
 * unhandled: the caller knows.
 */
export function watchAwait<T>(promise: Promise<T>, awaited: () => void): Promise<T> {
  const then = promise.then.bind(promise);
  promise.catch(() => {});
  const value = (...handlers: Parameters<typeof then>) => {
    awaited();
    return then(...handlers);
  };
  // `await` uses the `then` of a promise only where the constructor is not `Promise`.
  // oxlint-disable-next-line no-thenable -- it is a promise
  return Object.defineProperties(promise, { constructor: { value: undefined }, then: { value } });
}

/** The same promise. Reading one of these members of its value from it throws a sentence that says `await` is missing. */
export function explainAwait<T extends object>(
  promise: Promise<T>,
  call: string,
  members: readonly (keyof T)[],
): Promise<T> {
  for (const member of members)
    void Object.defineProperty(promise, member, {
      get() {
        throw new TypeError(`await is missing in front of ${call}: it gives a promise, which has no ${String(member)}`);
      },
    });
  return promise;
}

/** The place that calls this function, as the stack of an error. */
export function callOf(called: (...args: never[]) => unknown): Error {
  const at = new Error();
  Error.captureStackTrace(at, called);
  return at;
}

/** An error about a call that a test made belongs there. */
export function withStackOf({ stack = '' }: Error, error: Error): Error {
  error.stack = `${error.name}: ${error.message}\n${stack.split('\n').slice(1).join('\n')}`;
  return error;
}
