import type { FindingDetail, Grade } from '#core/contract/api.ts';
import { GRADES } from '../../state/finding-groups.ts';
import { toVisibleLine } from '../../text/visible.ts';

/** A place in a frame that findings point at. */
export interface Blame {
  /** JSON pointer. */
  readonly pointer: string;
  /** The worst of the findings. */
  readonly grade: Grade;
  /** True when receivers do not get to see the value. */
  readonly isDropped: boolean;
  /** What receivers do instead: `receivers use "other" instead`. Empty where they have no way out. */
  readonly instead: string;
  /** The findings, each as its rule and what it says. */
  readonly findings: readonly { readonly rule: string; readonly message: string }[];
}

/** The blamed places of an entry, each once. */
export function toBlames(findings: readonly FindingDetail[]): readonly Blame[] {
  const byPointer = Map.groupBy(findings, ({ pointer }) => pointer);
  return Array.from(byPointer, ([pointer, own]) => (pointer === null ? undefined : toBlame(pointer, own))).filter(
    (blame) => blame !== undefined,
  );
}

function toBlame(pointer: string, findings: readonly FindingDetail[]): Blame {
  const fates = findings.filter(({ rule }) => rule === SALVAGED).map(fateOf);
  return {
    pointer,
    grade: GRADES.find((grade) => findings.some((finding) => finding.grade === grade)) ?? 'note',
    isDropped: fates.some((fate) => !fate.startsWith(READ_OTHERWISE)),
    instead: toVisibleLine(fates.join('; ')),
    findings: findings.map(({ rule, message }) => ({ rule, message: toVisibleLine(message) })),
  };
}

/** The rule about values that receivers replace or drop without a word. */
const SALVAGED = 'schema/value-is-not-dropped';

/** The value is read after all, as something else than its sender said. */
const READ_OTHERWISE = 'receivers ignore';

/** The validator ends its sentence with what receivers do: `…; receivers put "other" in place of it`. */
function fateOf({ message, expected }: FindingDetail): string {
  const start = message.lastIndexOf('; receivers ');
  if (start === -1) return expected === null ? 'receivers drop it' : `receivers do without it: expected ${expected}`;
  return message
    .slice(start + 2)
    .replace(/^receivers put (.+) in place of (.+)$/s, (_, value: string, place: string) =>
      place === 'it' ? `receivers use ${value} instead` : `receivers use ${value} instead of ${place}`,
    );
}
