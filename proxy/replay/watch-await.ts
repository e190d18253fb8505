import type { RunningTest } from './running-test.ts';

/** Fails a test that passes without awaiting the promise: `call` names the missing await. */
export function requireAwait<T>(promise: Promise<T>, call: string, at: Error, test: RunningTest): Promise<T> {
  let isAwaited = false;
  test.onEnd(({ outcome }) => {
    if (outcome === 'passed' && !isAwaited)
      throw withStackOf(at, new Error(`${call} was not awaited: write "await" in front of it`));
  });
  return watchAwait(promise, () => (isAwaited = true));
}

/**
 * Calls back when the promise is awaited, or its `then`, `catch` or `finally` is called. A rejection that is never
 * awaited is not reported as unhandled, because the caller handles it.
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

/** Returns the same promise. Reading one of these members from it throws an error that names the missing `await`. */
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

/** The call of this function as an error with its stack. */
export function callOf(called: (...args: never[]) => unknown): Error {
  const at = new Error();
  Error.captureStackTrace(at, called);
  return at;
}

/** Gives an error the stack of the test's call that caused it. */
export function withStackOf({ stack = '' }: Error, error: Error): Error {
  error.stack = `${error.name}: ${error.message}\n${stack.split('\n').slice(1).join('\n')}`;
  return error;
}
