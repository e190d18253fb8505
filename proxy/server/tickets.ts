import { nanoid } from 'nanoid';

/** Enough time for a browser to start; a forgotten ticket soon expires. */
const LIFETIME_MS = 120_000;

/** Secrets that work once, for one path, for a limited time. */
export interface Tickets {
  /** Returns a new ticket for `path`. */
  issue(path: string): string;
  /** True for an unused ticket of exactly this path. A ticket used for another path becomes invalid too. */
  spend(ticket: string, path: string): boolean;
}

/** `now`: milliseconds of a monotonic clock. */
export function createTickets(now: () => number = () => performance.now()): Tickets {
  const issued = new Map<string, { readonly path: string; readonly until: number }>();
  return {
    issue(path) {
      for (const [ticket, { until }] of issued) if (until <= now()) issued.delete(ticket);
      const ticket = secret();
      issued.set(ticket, { path, until: now() + LIFETIME_MS });
      return ticket;
    },
    spend(ticket, path) {
      const found = issued.get(ticket);
      issued.delete(ticket);
      return found !== undefined && found.path === path && now() < found.until;
    },
  };
}

/** 43 characters of 6 random bits: more than 256. */
export const secret = (): string => nanoid(43);
