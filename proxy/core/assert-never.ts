/** Makes a `switch` over one of our own unions exhaustive. Never for values that come from the wire. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
