import type { RecordingSummary } from '#core/contract/api.ts';
import { AcptapError } from '#core/errors.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { judgeRecording, type Judgement, type RecordingEnd } from '#core/rules/judge-recording.ts';
import type { Finding, Rule } from '#core/rules/rule.ts';
import { print } from '../output.ts';
import { findRecording } from '../recordings.ts';
import { renderFindings } from '../render/findings.ts';

export interface CheckOptions {
  readonly format: 'text' | 'json';
  readonly failOn: 'error' | 'warning' | 'never';
  readonly only: readonly string[];
}

/** `check REF…`: 0 when nothing from the grade `failOn` on was found, else 1. Judges anew, with the rules of this release. */
export async function check(refs: readonly string[], { format, failOn, only }: CheckOptions): Promise<0 | 1> {
  const rules = selectRules(only);
  let failed = false;
  for (const ref of refs) {
    const { store, no, summary } = await findRecording(ref);
    try {
      const judgement = judgeRecording(store.read.entries(no), rules, endOf(summary));
      failed ||= judgement.findings.some(
        ({ grade }) => grade === failOn || (failOn === 'warning' && grade === 'error'),
      );
      const row = (seq: number) => store.read.rows(no, seq, 1)[0];
      await print(format === 'json' ? toJson(summary, judgement) : renderFindings(summary, judgement, rules, row));
    } finally {
      store.close();
    }
  }
  return failed ? 1 : 0;
}

/** @throws {AcptapError} `usage` for a rule that does not exist. */
function selectRules(only: readonly string[]): readonly Rule[] {
  const named = (name: string) => (id: string) => id === name || id.startsWith(`${name}/`);
  for (const name of only)
    if (!catalogue.some(({ id }) => named(name)(id)))
      throw new AcptapError(
        'usage',
        `there is no rule "${name}"; there are ${catalogue.map(({ id }) => id).join(', ')}`,
      );
  return only.length === 0 ? catalogue : catalogue.filter(({ id }) => only.some((name) => named(name)(id)));
}

export function endOf({ state, exit }: RecordingSummary): RecordingEnd {
  if (state === 'live') return 'live';
  return state === 'ended' && exit?.signal === null ? 'orderly' : 'cut';
}

function toJson({ id, protocolVersion }: RecordingSummary, { findings, occasions }: Judgement): string {
  const rulesWhere = (test: (kept: number, broken: number) => boolean) =>
    [...occasions].filter(([, { kept, broken }]) => test(kept, broken)).map(([rule]) => rule);
  const report = {
    recording: id,
    protocolVersion,
    findings: findings.map(toReported),
    rules: {
      kept: rulesWhere((kept, broken) => kept > 0 && broken === 0),
      broken: rulesWhere((_, broken) => broken > 0),
      notExercised: rulesWhere((kept, broken) => kept === 0 && broken === 0),
    },
  };
  return `${JSON.stringify(report)}\n`;
}

function toReported({ rule, grade, side, seq, message, ...more }: Finding) {
  return {
    rule,
    grade,
    side,
    seq,
    related: more.related ?? [],
    pointer: more.pointer ?? null,
    message,
    expected: more.expected ?? null,
    seen: more.seen ?? null,
    source: catalogue.find(({ id }) => id === rule)?.source ?? null,
  };
}
