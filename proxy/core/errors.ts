/** Expected failures of the world, by stable code. The message says what, with which value, and what to do next. */
export type ErrorCode =
  | 'usage'
  | 'recording-not-found'
  | 'recording-ambiguous'
  | 'not-a-recording'
  | 'newer-format'
  | 'unknown-format'
  | 'bad-filter'
  | 'bad-fault'
  | 'store-unusable'
  | 'node-too-old'
  | 'file-unusable'
  | 'bytes-missing'
  | 'port-unusable'
  | 'collector-unusable'
  | 'demo-failed';

/** An expected failure of the world, for people: never a bug of ours and never a fault on the wire. */
export class AcptapError extends Error {
  readonly code: ErrorCode;
  /** The message without the advice. */
  readonly problem: string;
  /** The advice, if it was given apart from the problem. */
  readonly advice: string | undefined;
  constructor(code: ErrorCode, problem: string, options: ErrorOptions & { readonly advice?: string } = {}) {
    const { advice } = options;
    super(advice === undefined ? problem : `${problem}: ${advice}`, options);
    this.name = 'AcptapError';
    this.code = code;
    this.problem = problem;
    this.advice = advice;
  }
}
