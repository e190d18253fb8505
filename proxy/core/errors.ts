/** Expected failures of the world, by stable code. The message says what, with which value, and what to do next. */
export type ErrorCode =
  | 'usage'
  | 'recording-not-found'
  | 'recording-ambiguous'
  | 'not-a-recording'
  | 'newer-format'
  | 'unknown-format'
  | 'bad-filter'
  | 'store-unusable'
  | 'node-too-old'
  | 'file-unusable'
  | 'bytes-missing'
  | 'port-unusable'
  | 'demo-failed';

/** An expected failure of the world, for people: never a bug of ours and never a fault on the wire. */
export class AcptapError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AcptapError';
    this.code = code;
  }
}
