/** The test that a replay belongs to. */
export interface RunningTest {
  /** How long the test may take, in milliseconds. Undefined: unknown or unlimited. */
  readonly timeout: number | undefined;
  /** The test is concurrent, so this may be another test than the caller's. */
  readonly isUnsure?: boolean;
  /** Calls back when the test function has returned or failed. Throwing there fails the test. */
  readonly onEnd: (act: (end: TestEnd) => void | Promise<void>) => void;
}

/** How a test ended. */
export interface TestEnd {
  readonly outcome: 'passed' | 'failed' | 'timed-out';
  /** The messages of its errors. */
  readonly messages: readonly string[];
  /** Adds an error to a failed test: as the first error, with the test's error as its cause, or as the last cause. */
  readonly add: (error: Error, place: 'first' | 'last') => void;
}

/** An error as vitest keeps it. */
interface TestError {
  name?: string;
  message: string;
  stack?: string;
  cause?: unknown;
}

function lastCause(error: TestError): TestError {
  const { cause } = error;
  return typeof cause === 'object' && cause !== null && 'message' in cause ? lastCause(cause as TestError) : error;
}

/** The used part of vitest’s test context. The same in vitest 3, 4 and 5. */
export interface VitestContext {
  readonly task: {
    readonly timeout?: number;
    readonly result?: { readonly state: string; errors?: TestError[] | undefined } | undefined;
  };
  readonly onTestFinished: (act: () => Promise<void>) => void;
}

/** The used part of `node:test`’s test context. */
export interface NodeTestContext {
  readonly after: (act: () => Promise<void>) => void;
  readonly diagnostic: (text: string) => void;
  /** Missing before Node 22. */
  readonly passed?: boolean;
  readonly error?: Error | null | undefined;
}

export type TestContext = VitestContext | NodeTestContext;

export const toRunningTest = (context: TestContext): RunningTest =>
  'task' in context ? ofVitest(context) : ofNode(context);

function ofVitest({ task, onTestFinished }: VitestContext): RunningTest {
  return {
    timeout: task.timeout,
    onEnd: (act) =>
      onTestFinished(async () => {
        const { result } = task;
        const errors = result?.errors ?? [];
        await act({
          outcome: result?.state !== 'fail' ? 'passed' : outcomeOf(errors[0]?.message),
          messages: errors.map(({ message }) => message),
          add({ name, message, stack = '' }, place) {
            const added = { name, message, stack };
            const [first] = errors; // reporters print an error once, followed by its cause
            if (place === 'first') errors[0] = first ? { ...added, cause: first } : added;
            else if (first) lastCause(first).cause = added;
          },
        });
      }),
  };
}

function ofNode(context: NodeTestContext): RunningTest {
  return {
    timeout: undefined, // `node:test` does not give it
    onEnd: (act) =>
      context.after(async () => {
        const { error } = context;
        const cause: unknown = error?.cause;
        const message = cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : '';
        await act({
          outcome: error ? outcomeOf(message) : 'passed',
          messages: error ? [message] : [],
          add(added, place) {
            if (!error || place === 'last') return context.diagnostic(added.message);
            added.cause = error.cause; // reporters print an error, followed by its cause
            error.cause = added;
          },
        });
      }),
  };
}

/** Recognises timeouts by the runners' own sentences, because an error of the client may mention a timeout too. */
const outcomeOf = (message = ''): TestEnd['outcome'] =>
  /^(?:(?:Test|Hook) timed out in \d+ ?ms|test timed out after \d+ ?ms)/.test(message) ? 'timed-out' : 'failed';

/** Where an adapter stores how to find the running test. Global, because two copies of this module may exist. */
const FINDER = Symbol.for('acptap.running-test');

type Finder = () => RunningTest | undefined;

export const setRunningTestFinder = (find: Finder): void => void Object.assign(globalThis, { [FINDER]: find });

/** The running test, if an adapter for its runner was imported (`acptap/vitest`). */
export const findRunningTest: Finder = () => (globalThis as { readonly [FINDER]?: Finder })[FINDER]?.();
