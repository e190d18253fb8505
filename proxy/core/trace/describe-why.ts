import { stringAt } from '#core/json/json.ts';

const ENDS: Readonly<Record<string, string>> = {
  time: 'its time was up',
  unwatched: 'nobody watched any more',
  gone: 'a side was gone',
};

const FAILURES: Readonly<Record<string, string>> = {
  threw: 'threw an error',
  late: 'took too long',
  off: 'was off after several failures',
};

/** Describes one intervention: its fault; or its kind, its breakpoint or script, and why a hold ended. */
export function describeWhy(why: unknown): string {
  const text = (name: string) => stringAt(why, name);
  const [kind, fault, breakpoint, ended] = [text('kind'), text('fault'), text('breakpoint'), text('ended')];
  const [script, failed] = [text('script'), text('failed')];
  if (script !== undefined && failed !== undefined) return `script ${script} ${FAILURES[failed] ?? failed}`;
  const by = script === undefined ? (breakpoint === undefined ? '' : ` (break ${breakpoint})`) : ` (script ${script})`;
  const until = ended === undefined ? '' : ` until ${ENDS[ended] ?? ended}`;
  return fault ?? `${kind ?? 'for an unknown reason'}${by}${until}`;
}
