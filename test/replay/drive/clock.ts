/** A clock that moves only when a test advances it. */
export function createClock() {
  let now = 0;
  let timers: { readonly at: number; readonly expired: () => void }[] = [];
  return {
    now: () => now,
    after(ms: number, expired: () => void) {
      const timer = { at: now + ms, expired };
      timers.push(timer);
      return () => void (timers = timers.filter((each) => each !== timer));
    },
    advance(ms: number): void {
      const until = now + ms;
      for (;;) {
        const next = timers.toSorted((a, b) => a.at - b.at)[0];
        if (!next || next.at > until) break;
        now = next.at;
        timers = timers.filter((each) => each !== next);
        next.expired();
      }
      now = until;
    },
  };
}
