const FINAL = new Set(['completed', 'failed', 'cancelled']);
const UNFINISHED = new Set(['pending', 'in_progress', 'paused']);

/** True for a status after which none comes. False also for those that acptap does not know. */
export const isFinal = (status: string | undefined): boolean => status !== undefined && FINAL.has(status);

/** True for a status after which another comes. False also for those that acptap does not know. */
export const isUnfinished = (status: string | undefined): boolean => status !== undefined && UNFINISHED.has(status);
