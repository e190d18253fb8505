import { stringAt } from '#core/json/json.ts';

const ENDS: Readonly<Record<string, string>> = {
  time: 'its time was up',
  unwatched: 'nobody watched any more',
  gone: 'a side was gone',
};

/** One intervention: its fault, or what it did, by which breakpoint, and why a hold ended. */
export function describeWhy(why: unknown): string {
  const [kind, fault, breakpoint, ended] = ['kind', 'fault', 'breakpoint', 'ended'].map((name) => stringAt(why, name));
  const by = breakpoint === undefined ? '' : ` (break ${breakpoint})`;
  const until = ended === undefined ? '' : ` until ${ENDS[ended] ?? ended}`;
  return fault ?? `${kind ?? 'for an unknown reason'}${by}${until}`;
}
