import { setTimeout as pause } from 'node:timers/promises';

/** Whether the promise resolves in time. Leaves no timer behind that would keep the process from ending. */
export async function resolvesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const late = pause(ms, false, { signal: timer.signal });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    timer.abort();
  }
}
