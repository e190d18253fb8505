/** Lines of output shown at first. */
const SHOWN = 20;

/**
 * Returns the last lines of a text and the number of hidden lines. Shows a few more than SHOWN rather than hiding
 * them.
 */
export function lastLines(text: string): { readonly hidden: number; readonly tail: string } {
  const body = text.replace(/\r?\n$/, '');
  const lines = body.split('\n');
  const hidden = lines.length - SHOWN;
  if (hidden <= SHOWN / 4) return { hidden: 0, tail: body };
  return { hidden, tail: `${coloursBefore(lines.slice(0, hidden).join('\n'))}${lines.slice(hidden).join('\n')}` };
}

/** Returns the colours in effect at the start of the tail. */
// oxlint-disable-next-line no-control-regex -- ESC is what control sequences begin with
const coloursBefore = (text: string): string => (text.match(/\u001b\[[\d;:]*m/g) ?? []).slice(-16).join('');
