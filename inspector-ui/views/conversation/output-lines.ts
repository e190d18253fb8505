/** Lines of output that are shown at once. */
const SHOWN = 20;

/** The last lines of a text, and how many are before them. A few more than SHOWN are not worth hiding. */
export function lastLines(text: string): { readonly hidden: number; readonly tail: string } {
  const body = text.replace(/\r?\n$/, '');
  const lines = body.split('\n');
  const hidden = lines.length - SHOWN;
  if (hidden <= SHOWN / 4) return { hidden: 0, tail: body };
  return { hidden, tail: `${coloursBefore(lines.slice(0, hidden).join('\n'))}${lines.slice(hidden).join('\n')}` };
}

/** The colour that was left on where the tail begins. */
// oxlint-disable-next-line no-control-regex -- ESC is what control sequences begin with
const coloursBefore = (text: string): string => (text.match(/\u001b\[[\d;:]*m/g) ?? []).slice(-16).join('');
