import { kindAt, membersOf, type JsonKind, type Member, type Span } from '#core/json/json-tokens.ts';
import { decodeString, pointerTo, rootSpan } from '../../text/json-source.ts';
import { formatBytes, formatCount, formatCounted } from '../../text/size.ts';

/** Open values of a tree, by their offset, because keys may repeat. */
export interface TreeState {
  readonly open: ReadonlySet<number>;
  /** Number of shown members of a container, if not MEMBERS_PER_STEP; of shown characters of a string, if not PROSE_CUT. */
  readonly shown: ReadonlyMap<number, number>;
}

/** One line of the tree, or `more` for members that are not shown yet. */
export interface JsonLine {
  readonly kind: JsonKind | 'more';
  readonly depth: number;
  /** Member name without quotes, index in an array, or undefined for the root. */
  readonly key: string | undefined;
  /** Offset of the value; for `more`, of its container. */
  readonly at: number;
  readonly pointer: string;
  /** Token of a scalar, or beginning of a container. Cut if long; `value` is the whole. */
  readonly preview: string;
  readonly value: Span;
  readonly note: string;
  /** Undefined if it has no content to open. */
  readonly isOpen: boolean | undefined;
  /** Text of an open string, with escapes resolved. */
  readonly prose: string | undefined;
}

/** Members shown at first and added with each "more": one screen, so that a list of a million items opens at once. */
export const MEMBERS_PER_STEP = 100;
const PREVIEW = 160;
/** Longer strings, and strings with line ends, open as prose. */
const PROSE_FROM = 80;
/** Characters of a string shown at first, and behind a hit in it. */
export const PROSE_CUT = 20_000;
/** Lines of a fresh tree: about a screen. */
const OPENED_LINES = 60;
const OPENED_DEPTH = 8;

/** The visible lines from top to bottom. A loop, not a recursion: nesting may be thousands deep. */
export function toJsonLines(text: string, { open, shown }: TreeState): readonly JsonLine[] {
  const root = rootSpan(text);
  if (!root) return [];
  const lines: JsonLine[] = [];
  const pending: (() => JsonLine | undefined)[] = [];
  const visit = (value: Span, depth: number, key: string | number | undefined, pointer: string) => {
    const isMarkedOpen = open.has(value.start);
    const line = toLine(text, value, depth, key, pointer, isMarkedOpen, shown.get(value.start));
    if (line.isOpen && line.kind !== 'string') pushMembers(value, depth + 1, pointer);
    return line;
  };
  const pushMembers = (container: Span, depth: number, pointer: string) => {
    const members = membersOf(text, container);
    const count = shown.get(container.start) ?? MEMBERS_PER_STEP;
    if (members.length > count) pending.push(() => toMore(container, depth, pointer, members.length - count));
    for (const { key, value } of members.slice(0, count).toReversed()) {
      pending.push(() => visit(value, depth, key, pointerTo(pointer, key)));
    }
  };

  pending.push(() => visit(root, 0, undefined, ''));
  for (let next = pending.pop(); next; next = pending.pop()) {
    const line = next();
    if (line) lines.push(line);
  }
  return lines;
}

/** Chooses the values to open at first: breadth first up to a screen, and all containers in `wayTo`. */
export function toInitialTree(text: string, wayTo: readonly Span[]): TreeState {
  const open = new Set(wayTo.map(({ start }) => start));
  const root = rootSpan(text);
  let level: readonly Span[] = root ? [root] : [];
  let lines = 1;
  for (let depth = 0; depth < OPENED_DEPTH && level.length > 0; depth++) {
    const next: Span[] = [];
    for (const container of level) {
      const members = membersOf(text, container);
      if (members.length === 0 || lines + members.length > OPENED_LINES) continue;
      lines += members.length;
      open.add(container.start);
      next.push(...members.map(({ value }: Member) => value));
    }
    level = next;
  }
  return { open, shown: new Map() };
}

export const toggleValue = ({ open, shown }: TreeState, at: number): TreeState => {
  const next = new Set(open);
  if (!next.delete(at)) next.add(at);
  return { open: next, shown };
};

export const showMoreMembers = ({ open, shown }: TreeState, at: number): TreeState => ({
  open,
  shown: new Map(shown).set(at, (shown.get(at) ?? MEMBERS_PER_STEP) + MEMBERS_PER_STEP * 5),
});

function toLine(
  text: string,
  value: Span,
  depth: number,
  key: string | number | undefined,
  pointer: string,
  isMarkedOpen: boolean,
  shown: number | undefined,
): JsonLine {
  const kind = kindAt(text, value);
  const token = text.slice(value.start, Math.min(value.end, value.start + PREVIEW));
  const length = value.end - value.start;
  const isContainer = kind === 'object' || kind === 'array';
  const hasInside = isContainer ? !/^.\s*.$/.test(token) || length > PREVIEW : isProse(kind, token, length);
  const isOpen = hasInside && isMarkedOpen;
  return {
    kind,
    depth,
    key: typeof key === 'string' ? key.slice(1, -1) : key?.toString(),
    at: value.start,
    pointer,
    preview: isContainer && isOpen ? '' : length > PREVIEW ? `${token}…` : token,
    value,
    note:
      isContainer && isOpen
        ? countNote(kind, membersOf(text, value).length)
        : length > PREVIEW
          ? formatBytes(length)
          : '',
    isOpen: hasInside ? isOpen : undefined,
    prose: isOpen && kind === 'string' ? toProse(text.slice(value.start, value.end), shown) : undefined,
  };
}

const isProse = (kind: JsonKind, token: string, length: number) =>
  kind === 'string' && (length > PROSE_FROM || token.includes('\\n'));

function toProse(token: string, shown = PROSE_CUT): string {
  const prose = decodeString(token);
  return prose.length > shown ? `${prose.slice(0, shown)}… (the rest is in Raw)` : prose;
}

function countNote(kind: JsonKind, count: number): string {
  return formatCounted(count, kind === 'array' ? 'item' : 'member');
}

const toMore = (container: Span, depth: number, pointer: string, left: number): JsonLine => ({
  kind: 'more',
  depth,
  key: undefined,
  at: container.start,
  pointer,
  preview: `${formatCount(left)} more`,
  value: container,
  note: '',
  isOpen: undefined,
  prose: undefined,
});
