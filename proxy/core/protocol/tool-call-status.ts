const FINAL = new Set(['completed', 'failed', 'cancelled']);
const UNFINISHED = new Set(['pending', 'in_progress', 'paused']);

/** True for a status that ends a tool call. False for statuses that acptap does not know. */
export const isFinal = (status: string | undefined): boolean => status !== undefined && FINAL.has(status);

/** True for a status that another status must follow. False for statuses that acptap does not know. */
export const isUnfinished = (status: string | undefined): boolean => status !== undefined && UNFINISHED.has(status);
