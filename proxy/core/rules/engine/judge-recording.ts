import { createTrace } from '#core/trace/trace.ts';
import type { Entry } from '#core/wire/entry.ts';
import { createHopsJudge } from './judge-hops.ts';
import type { Occasions, Trouble } from './judge.ts';
import type { Finding, Rule } from './rule.ts';

export interface Judgement {
  readonly findings: readonly Finding[];
  /** By rule id. A rule that was neither kept nor broken was not exercised. */
  readonly occasions: ReadonlyMap<string, Readonly<Occasions>>;
  /** Entries that acptap could not judge because of its own bugs. Normally empty. */
  readonly troubles: readonly Trouble[];
}

/** `live`: more entries may come. `orderly`: the agent exited by itself. `cut`: it was killed or acptap was. */
export type RecordingEnd = 'live' | 'orderly' | 'cut';

/** How a recording ended, from its state and the exit of the agent. */
export function endOf({
  state,
  exit,
}: {
  state: 'live' | 'ended' | 'interrupted';
  exit: { signal: string | null } | null;
}): RecordingEnd {
  if (state === 'live') return 'live';
  return state === 'ended' && exit?.signal === null ? 'orderly' : 'cut';
}

/** Judges a whole recording in one pass. */
export function judgeRecording(entries: Iterable<Entry>, rules: readonly Rule[], end: RecordingEnd): Judgement {
  const trace = createTrace();
  const judge = createHopsJudge(rules);
  const findings: Finding[] = [];
  let last: Entry | undefined;
  for (const entry of entries) {
    findings.push(...judge.apply(trace.apply(entry), trace));
    last = entry;
  }
  if (end !== 'live' && last)
    findings.push(...judge.finish({ orderly: end === 'orderly', seq: last.seq, elapsed: last.elapsed }, trace));
  return {
    findings: findings.toSorted((a, b) => a.seq - b.seq),
    occasions: judge.occasions(),
    troubles: judge.troubles(),
  };
}
