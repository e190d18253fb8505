import type { VitestContext } from '../../proxy/replay/running-test.ts';

interface Failure {
  name?: string;
  message: string;
  stack?: string;
  cause?: unknown;
}

/** A user's test, as vitest passes it to the test function. It ends when `ends` is called. */
export function fakeTest(timeout?: number) {
  const acts: (() => Promise<void>)[] = [];
  let result: { readonly state: string; readonly errors: Failure[] } | undefined;
  const context: VitestContext = {
    task: {
      ...(timeout === undefined ? {} : { timeout }),
      get result() {
        return result;
      },
    },
    onTestFinished: (act) => void acts.push(act),
  };
  return {
    context,
    /**
     * Ends it, passed or with these errors. Returns the final error messages with causes. Rejects when a passed test
     * fails.
     */
    async ends(errors: readonly string[] = []): Promise<readonly string[]> {
      result = { state: errors.length === 0 ? 'pass' : 'fail', errors: errors.map((message) => ({ message })) };
      for (const act of acts) await act();
      return result.errors.map(withCauses);
    },
  };
}

/** The error as a reporter prints it. */
const withCauses = ({ message, cause }: Failure): string =>
  cause === undefined ? message : `${message}\nCaused by: ${withCauses(cause as Failure)}`;
