/** The call was cancelled, so nobody reads the answer. */
export class CancelledError extends Error {}

/** @throws {CancelledError} for the answer to a cancelled call. */
export function wanted<Answer>(answer: Answer | undefined): Answer {
  if (answer === undefined) throw new CancelledError('the call was cancelled, or the recording was removed');
  return answer;
}
