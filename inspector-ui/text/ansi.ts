/** A stretch of terminal output in one style. `fore` and `back` are colours 0–15; -1 is the terminal's own. */
export interface Printed extends Style {
  readonly text: string;
}

export interface Style {
  readonly fore: number;
  readonly back: number;
  readonly bold: boolean;
  readonly faint: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly inverse: boolean;
  readonly strike: boolean;
}

const PLAIN: Style = {
  fore: -1,
  back: -1,
  bold: false,
  faint: false,
  italic: false,
  underline: false,
  inverse: false,
  strike: false,
};

/** Most stretches: output that changes colour at every letter has one colour after them. */
const MAX_STRETCHES = 4000;

/**
 * Reads the colours of terminal output (ECMA-48 SGR). Keeps other control sequences in the text, where a view marks
 * them instead of executing them. Removes erasing to the end of the line, which programs add to every line. Accepts CR
 * LF.
 */
export function toPrinted(output: string): readonly Printed[] {
  const printed: Printed[] = [];
  const text = output.replaceAll('\r\n', '\n').replace(ERASE_LINE, '');
  let style = PLAIN;
  let end = 0;
  const flush = (upTo: number) => {
    if (upTo > end) printed.push({ ...style, text: text.slice(end, upTo) });
  };
  for (const match of text.matchAll(SGR)) {
    if (printed.length >= MAX_STRETCHES) break;
    flush(match.index);
    end = match.index + match[0].length;
    style = applied(style, match[1] ?? '');
  }
  flush(text.length);
  return printed;
}

/** Whether a text may have colours, which `toPrinted` reads. */
export const hasColours = (text: string): boolean => text.includes('\u001b[');

// oxlint-disable-next-line no-control-regex -- ESC is what control sequences begin with
const SGR = /\u001b\[([\d;:]*)m/g;
// oxlint-disable-next-line no-control-regex -- the same
const ERASE_LINE = /\u001b\[0?K/g;

function applied(before: Style, parameters: string): Style {
  let style = before;
  const codes = parameters.split(/[;:]/).map(Number);
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] ?? 0;
    if (code === 38 || code === 48) {
      const { colour, used } = extended(codes.slice(index + 1, index + 5)); // there may be thousands of codes
      style = { ...style, [code === 38 ? 'fore' : 'back']: colour };
      index += used;
    } else style = code === 0 ? PLAIN : { ...style, ...effect(code) };
  }
  return style;
}

function effect(code: number): Partial<Style> {
  if (code >= 30 && code <= 37) return { fore: code - 30 };
  if (code >= 40 && code <= 47) return { back: code - 40 };
  if (code >= 90 && code <= 97) return { fore: code - 82 };
  if (code >= 100 && code <= 107) return { back: code - 92 };
  return EFFECTS[code] ?? {};
}

const EFFECTS: Readonly<Record<number, Partial<Style>>> = {
  1: { bold: true },
  2: { faint: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  9: { strike: true },
  22: { bold: false, faint: false },
  23: { italic: false },
  24: { underline: false },
  27: { inverse: false },
  29: { strike: false },
  39: { fore: -1 },
  49: { back: -1 },
};

/** Reads the codes after 38 and 48: `5;n` from a table of 256, or `2;r;g;b`. */
function extended([kind, ...rest]: readonly number[]): { readonly colour: number; readonly used: number } {
  if (kind === 5) return { colour: ofTable(rest[0] ?? 0), used: 2 };
  if (kind === 2) return { colour: nearest(rest[0] ?? 0, rest[1] ?? 0, rest[2] ?? 0), used: 4 };
  return { colour: -1, used: 0 };
}

/** The table of 256: sixteen named colours, a cube with 6 steps of each channel, 24 greys. */
function ofTable(index: number): number {
  if (index < 16) return index;
  if (index >= 232) return nearest(...grey(8 + (index - 232) * 10));
  const step = (value: number) => (value === 0 ? 0 : 55 + value * 40);
  const cube = index - 16;
  return nearest(step(Math.floor(cube / 36)), step(Math.floor(cube / 6) % 6), step(cube % 6));
}

const grey = (level: number): [number, number, number] => [level, level, level];

/** Returns the most similar of the sixteen colours: only these are readable on both the light and the dark page. */
function nearest(red: number, green: number, blue: number): number {
  const brightest = Math.max(red, green, blue);
  const darkest = Math.min(red, green, blue);
  // almost grey: black, dark grey, light grey or white
  if (brightest - darkest < 32) return brightest < 64 ? 0 : brightest < 160 ? 8 : brightest < 224 ? 7 : 15;
  const middle = (brightest + darkest) / 2;
  const hue = (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0);
  return brightest > 200 ? hue + 8 : hue;
}
