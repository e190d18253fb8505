import { sayGone } from '../baseline.ts';
import type { Checked } from '../commands/check.ts';
import type { Report } from './reports.ts';
import { visible } from './table.ts';

const COMMANDS = { error: 'error', warning: 'warning', note: 'notice' } as const;

/** GitHub workflow commands: each finding becomes an annotation. In a file, entry N stands on line N + 2, after the header. */
export const createGithubReport = (): Report => ({
  add: ({ ref, summary, findings }: Checked) =>
    findings
      .map(({ rule, grade, side, seq, message, seen, expected }) => {
        const place = ref.endsWith('.jsonl') ? `file=${property(ref)},line=${seq + 2},` : '';
        const details = [
          seen === undefined ? '' : ` Seen: ${seen}.`,
          expected === undefined ? '' : ` Expected: ${expected}.`,
        ].join('');
        const text = `${summary.name ?? summary.id} #${seq}: ${message}, fault of the ${side}.${details}`;
        return `::${COMMANDS[grade]} ${place}title=${property(rule)}::${data(text)}\n`;
      })
      .join(''),
  end: (gone) => gone.map((known) => `::error title=baseline::${data(sayGone(known))}\n`).join(''),
});

/** Recorded text must not become a command of its own, nor act on the terminal that shows the log. */
const data = (text: string) =>
  text
    .replaceAll(/[^\r\n]+/g, visible)
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A');
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
