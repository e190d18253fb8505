import { worstGrade, type FindingDetail, type Grade } from '#core/model/finding.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';

/** A value in a frame that findings point at. */
export interface BlamedValue {
  /** JSON pointer. */
  readonly pointer: string;
  /** The worst grade of the findings. */
  readonly grade: Grade;
  /** True when receivers drop the value. */
  readonly isDropped: boolean;
  /** The receivers' reaction: `receivers use "other" instead`. Empty if they have none. */
  readonly instead: string;
  /** The findings, each with rule and message. */
  readonly findings: readonly { readonly rule: string; readonly message: string }[];
}

/** Returns the blamed values of an entry, each once. */
export function toBlamedValues(findings: readonly FindingDetail[]): readonly BlamedValue[] {
  const byPointer = Map.groupBy(findings, ({ pointer }) => pointer);
  return Array.from(byPointer, ([pointer, own]) => (pointer === null ? undefined : toBlamedValue(pointer, own))).filter(
    (value) => value !== undefined,
  );
}

function toBlamedValue(pointer: string, findings: readonly FindingDetail[]): BlamedValue {
  const fates = findings.filter(({ rule }) => rule === SALVAGED).map(fateOf);
  return {
    pointer,
    grade: worstGrade(findings) ?? 'note',
    isDropped: fates.some((fate) => !fate.startsWith(READ_OTHERWISE)),
    instead: toVisibleLine(fates.join('; ')),
    findings: findings.map(({ rule, message }) => ({ rule, message: toVisibleLine(message) })),
  };
}

/** The rule about values that receivers silently replace or drop. */
const SALVAGED = 'schema/value-is-not-dropped';

/** Phrase of findings about values that receivers read differently than declared. */
const READ_OTHERWISE = 'receivers ignore';

/** Extracts the receivers' reaction from the end of the message: `…; receivers put "other" in place of it`. */
function fateOf({ message, expected }: FindingDetail): string {
  const start = message.lastIndexOf('; receivers ');
  if (start === -1) return expected === null ? 'receivers drop it' : `receivers do without it: expected ${expected}`;
  return message
    .slice(start + 2)
    .replace(/^receivers put (.+) in place of (.+)$/s, (_, value: string, place: string) =>
      place === 'it' ? `receivers use ${value} instead` : `receivers use ${value} instead of ${place}`,
    );
}
