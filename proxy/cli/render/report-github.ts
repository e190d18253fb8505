import { GRADES, type Grade } from '#core/model/finding.ts';
import { visible } from '#core/wire/visible.ts';
import { goneFindingLine } from '../check/baseline.ts';
import type { Checked, Report } from './report.ts';

const COMMANDS = { error: 'error', warning: 'warning', note: 'notice' } as const;

/** The most annotations of each kind that GitHub shows for a step; it silently drops others. */
const SHOWN = 10;

/**
 * GitHub workflow commands: one annotation for each finding, by grade. A last line counts the annotations that GitHub
 * would drop. In a file, entry N is on line N + 2, after the header.
 */
export function createGithubReport(): Report {
  const annotations: Record<Grade, string[]> = { error: [], warning: [], note: [] };
  return {
    add({ ref, summary, findings }: Checked) {
      for (const { rule, grade, side, seq, message, seen, expected } of findings) {
        const place = ref.endsWith('.jsonl') ? `file=${property(ref)},line=${seq + 2},` : '';
        const details = [
          seen === undefined ? '' : ` Seen: ${seen}.`,
          expected === undefined ? '' : ` Expected: ${expected}.`,
        ].join('');
        const text = `${summary.name ?? summary.id} #${seq}: ${message}, fault of the ${side}.${details}`;
        annotations[grade].push(`::${COMMANDS[grade]} ${place}title=${property(rule)}::${data(text)}\n`);
      }
      return '';
    },
    end(gone) {
      annotations.error.push(...gone.map((known) => `::error title=baseline::${data(goneFindingLine(known))}\n`));
      return GRADES.flatMap((grade) => annotations[grade].slice(0, SHOWN)).join('') + leftOut(annotations);
    },
  };
}

/** Empty if nothing is left out. */
function leftOut(annotations: Readonly<Record<Grade, readonly string[]>>): string {
  const counts = GRADES.flatMap((grade) => {
    const count = annotations[grade].length - SHOWN;
    return count > 0 ? [`${count} ${grade}${count === 1 ? '' : 's'}`] : [];
  });
  if (counts.length === 0) return '';
  return `Left out: ${counts.join(', ')}. GitHub shows ${SHOWN} annotations of each kind for a step; --format text prints all findings.\n`;
}

/** Escapes recorded text, which must not become a command or control the terminal that shows the log. */
const data = (text: string) =>
  text
    .replaceAll(/[^\r\n]+/g, visible)
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A');
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
