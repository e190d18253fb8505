/** A stretch of recorded text, or a mark for characters that are invisible or reorder text. */
export interface Segment {
  readonly text: string;
  readonly mark: boolean;
}

/**
 * C0 and C1 controls, DEL, soft hyphen, blank fillers, zero-width and bidirectional controls, line and paragraph
 * separators, tags, the byte order mark and lone surrogates. Without tab, LF, and joiners between the parts of an
 * emoji.
 */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- matches controls and modifiers on purpose
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u180E\u200B\u200C\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|\u200D(?!\p{Extended_Pictographic})|(?<!\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D|[\u{E0000}-\u{E007F}]|[\uD800-\uDFFF]/gu;
const HIDDEN_OR_LF = new RegExp(`${HIDDEN.source}|\\n`, 'gu');

/** Splits text into visible stretches and marks. `lineEnds`: marks every LF too. */
export function toSegments(text: string, lineEnds = false): readonly Segment[] {
  const segments: Segment[] = [];
  let marks: string[] = [];
  let end = 0;
  const flush = (plain: string) => {
    if (plain === '') return;
    if (marks.length > 0) segments.push({ text: marks.join(' '), mark: true });
    segments.push({ text: plain, mark: false });
    marks = [];
  };
  for (const match of text.matchAll(lineEnds ? HIDDEN_OR_LF : HIDDEN)) {
    flush(text.slice(end, match.index));
    marks.push(nameOf(match[0]));
    if (match[0] === '\n') flush('\n');
    end = match.index + match[0].length;
  }
  flush(text.slice(end));
  if (marks.length > 0) segments.push({ text: marks.join(' '), mark: true });
  return segments;
}

/** Returns the text on one line: `‹ESC›` or `‹U+202E›` for a hidden character, a space for a tab or line end. */
export const toVisibleLine = (text: string): string =>
  text.replace(HIDDEN, (character) => `‹${nameOf(character)}›`).replace(/[\t\n]/g, ' ');

/** Names in letters, because many fonts lack Unicode's pictures of controls. */
const CONTROLS =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(
    ' ',
  );

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0x7f) return 'DEL';
  return CONTROLS[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
