import { VIEW_NAMES, type ViewName } from './route.ts';

/** An action that a key triggers. Most move within the current view; each view handles those that make sense in it. */
export type Command =
  | 'down'
  | 'up'
  | 'page-down'
  | 'page-up'
  | 'first'
  | 'last'
  | 'open'
  | 'in'
  | 'out'
  | 'back'
  | 'pair'
  | 'next-error'
  | 'previous-error'
  | 'next-turn'
  | 'previous-turn'
  | 'next-session'
  | 'previous-session'
  | 'find'
  | 'next-hit'
  | 'previous-hit'
  | 'filter'
  | 'menu'
  | 'fold'
  | 'time'
  | 'follow'
  | 'zoom-in'
  | 'zoom-out'
  | 'fit'
  | 'pause'
  | 'mark'
  | 'comment'
  | 'next-mark'
  | 'difference'
  | 'release'
  | 'release-all'
  | 'drop'
  | 'edit'
  | 'answer'
  | 'add-frame'
  | 'take-part'
  | 'list'
  | 'newest'
  | 'search'
  | 'restore'
  | 'copy'
  | 'copy-as'
  | 'next-view'
  | 'help'
  | 'palette'
  | `view-${ViewName}`;

/**
 * A key press and its context: `typing` in a field, on a `control` that reacts to Enter, in a `region` that scrolls
 * itself.
 */
export interface KeyPress {
  /** `KeyboardEvent.key` after `Ctrl+` (or Command) or `Alt+`; after `Shift+` only for keys that print nothing. */
  readonly key: string;
  readonly where: 'page' | 'typing' | 'control' | 'region';
}

/** A line of the table of keys: the first of `keys` is the one to learn. */
export interface KeyLine {
  readonly command: Command;
  readonly keys: readonly string[];
  readonly does: string;
  /** Where the page ignores the key. By default in fields; `anywhere` means that it works in fields too. */
  readonly not?: 'in-regions' | 'on-controls' | 'anywhere';
  /** Further words by which the palette finds the command, in lower case. */
  readonly also?: string;
}

export interface KeySection {
  readonly title: string;
  /** The condition of its commands. By default an open recording. */
  readonly needs?: 'live' | 'server';
  readonly lines: readonly KeyLine[];
}

const TITLES: Readonly<Record<ViewName, string>> = {
  timeline: 'timeline: what passed, in its order',
  conversation: 'conversation: prompts, answers and tool calls',
  sequence: 'sequence: requests between the sides',
  findings: 'findings: what is wrong',
  stats: 'stats: how long and how much',
  info: 'info: who can do what',
  compare: 'compare: what changed since another run',
  files: 'files: reads, proposals and writes',
};

/** All keys of the page. Dispatch and help both read this. */
export const KEYS: readonly KeySection[] = [
  {
    title: 'Move',
    lines: [
      { command: 'down', keys: ['j'], does: 'next row' },
      { command: 'down', keys: ['ArrowDown'], does: 'next row', not: 'in-regions' },
      { command: 'up', keys: ['k'], does: 'previous row' },
      { command: 'up', keys: ['ArrowUp'], does: 'previous row', not: 'in-regions' },
      { command: 'page-down', keys: ['PageDown'], does: 'a page down', not: 'in-regions' },
      { command: 'page-up', keys: ['PageUp'], does: 'a page up', not: 'in-regions' },
      { command: 'first', keys: ['g'], does: 'first row' },
      { command: 'first', keys: ['Home'], does: 'first row', not: 'in-regions' },
      { command: 'last', keys: ['G'], does: 'last row' },
      { command: 'last', keys: ['End'], does: 'last row', not: 'in-regions' },
      { command: 'pair', keys: ['m'], does: 'the request or response of the same exchange' },
      { command: 'next-error', keys: ['e'], does: 'next finding or error' },
      { command: 'previous-error', keys: ['E'], does: 'previous finding or error' },
      { command: 'next-turn', keys: [']'], does: 'next prompt turn' },
      { command: 'previous-turn', keys: ['['], does: 'previous prompt turn' },
      { command: 'next-session', keys: ['}'], does: 'next session' },
      { command: 'previous-session', keys: ['{'], does: 'previous session' },
    ],
  },
  {
    title: 'Look',
    lines: [
      {
        command: 'open',
        keys: ['Enter'],
        does: 'open the entry; once more: its group',
        not: 'on-controls',
        also: 'detail json',
      },
      { command: 'in', keys: ['ArrowRight'], does: 'open the group, then the entry', not: 'in-regions' },
      { command: 'out', keys: ['ArrowLeft'], does: 'close the group, then go to the one above', not: 'in-regions' },
      { command: 'back', keys: ['Escape'], does: 'close what is open' },
      { command: 'fold', keys: ['u'], does: 'show groups, or every frame', also: 'raw' },
      { command: 'time', keys: ['t'], does: 'time: since start, since the previous row, clock' },
      { command: 'zoom-in', keys: ['+', '='], does: 'zoom the time axis in' },
      { command: 'zoom-out', keys: ['-'], does: 'zoom the time axis out' },
      { command: 'fit', keys: ['0'], does: 'fit the time axis to the rows in sight; once more: to the whole' },
      { command: 'follow', keys: ['f'], does: 'follow: keep the end in sight, while it is live', also: 'follow tail' },
      { command: 'pause', keys: [' '], does: 'pause, while it is live', not: 'on-controls' },
    ],
  },
  {
    title: 'Search',
    lines: [
      { command: 'filter', keys: ['/'], does: 'filter' },
      { command: 'menu', keys: ['ContextMenu', 'Shift+F10'], does: 'filter by what this row is', not: 'in-regions' },
      { command: 'find', keys: ['Ctrl+f'], does: 'find in this view', not: 'anywhere' },
      { command: 'next-hit', keys: ['n'], does: 'next hit' },
      { command: 'previous-hit', keys: ['N'], does: 'previous hit' },
    ],
  },
  {
    title: 'Keep',
    lines: [
      { command: 'mark', keys: ['.'], does: 'mark the entry, or take the mark back' },
      { command: 'comment', keys: ['C'], does: 'comment on the entry' },
      { command: 'next-mark', keys: [','], does: 'next marked entry' },
      { command: 'difference', keys: ['d'], does: 'how it differs from the entry marked last' },
      { command: 'copy', keys: ['c'], does: 'copy the frame, exact, with its secrets' },
      { command: 'copy-as', keys: ['y'], does: 'copy or save as …', also: 'export share' },
    ],
  },
  {
    title: 'Take part',
    needs: 'live',
    lines: [
      { command: 'release', keys: ['r'], does: 'deliver the held frame' },
      { command: 'release-all', keys: ['R'], does: 'deliver all held frames' },
      { command: 'edit', keys: ['w'], does: 'edit the held frame' },
      { command: 'drop', keys: ['x'], does: 'drop the held frame' },
      { command: 'answer', keys: ['a'], does: 'answer the held request yourself' },
      { command: 'add-frame', keys: ['i'], does: 'add a frame to one side', also: 'inject' },
      { command: 'take-part', keys: ['b'], does: 'breakpoints and faults', also: 'hold break delay drop' },
    ],
  },
  {
    title: 'Recordings',
    needs: 'server',
    lines: [
      { command: 'search', keys: ['s'], does: 'search all recordings' },
      { command: 'newest', keys: ['o'], does: 'stay on the newest run' },
      { command: 'list', keys: ['l'], does: 'show or hide the list' },
      { command: 'restore', keys: ['Ctrl+z'], does: 'restore the recording removed last', also: 'undo delete' },
    ],
  },
  {
    title: 'Views',
    lines: [
      ...VIEW_NAMES.map((view, index): KeyLine => ({
        command: `view-${view}`,
        keys: [`${index + 1}`],
        does: TITLES[view],
      })),
      { command: 'next-view', keys: ['v'], does: 'next view' },
      { command: 'palette', keys: ['Ctrl+k'], does: 'any command, turn or recording by its words', not: 'anywhere' },
      { command: 'help', keys: ['?'], does: 'the keys' },
    ],
  },
];

const LINES = new Map(KEYS.flatMap(({ lines }) => lines).flatMap((line) => line.keys.map((key) => [key, line])));

/** The command of a key press; undefined leaves the press to the browser. */
export function toCommand({ key, where }: KeyPress): Command | undefined {
  const line = LINES.get(key);
  if (!line) return undefined;
  if (line.not === 'anywhere') return line.command;
  if (where === 'typing' || (where === 'region' && line.not !== undefined)) return undefined;
  return where === 'control' && line.not === 'on-controls' ? undefined : line.command;
}

/** The lines of each command together. */
export const byCommand = (lines: readonly KeyLine[]): readonly (readonly KeyLine[])[] => [
  ...Map.groupBy(lines, ({ command }) => command).values(),
];

/** Label of a key: `↓`, `Space`, `Ctrl F`. */
export const keyName = (key: string): string =>
  NAMES[key] ?? key.replace(/\+(.)$/, (_, letter: string) => ` ${letter.toUpperCase()}`).replace('+', ' ');

const NAMES: Readonly<Record<string, string>> = {
  '+': '+',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowRight: '→',
  ArrowLeft: '←',
  PageDown: 'PgDn',
  PageUp: 'PgUp',
  Escape: 'Esc',
  ContextMenu: 'Menu',
  ' ': 'Space',
};
