/** What a key asks for. `view` moves within what is looked at; the rest is of the whole page. */
export type Command =
  | 'down'
  | 'up'
  | 'page-down'
  | 'page-up'
  | 'first'
  | 'last'
  | 'open'
  | 'back'
  | 'pair'
  | 'follow'
  | 'next-finding'
  | 'previous-finding'
  | 'time'
  | 'view'
  | 'help';

/** What was pressed, and where: `typing` in a field, on a `control` that has a use for Enter, in a `region` that scrolls itself. */
export interface Press {
  readonly key: string;
  readonly modified: boolean;
  readonly where: 'page' | 'typing' | 'control' | 'region';
}

const ANYWHERE: Readonly<Record<string, Command>> = {
  j: 'down',
  k: 'up',
  g: 'first',
  G: 'last',
  m: 'pair',
  f: 'follow',
  e: 'next-finding',
  E: 'previous-finding',
  t: 'time',
  v: 'view',
  '?': 'help',
  Escape: 'back',
};
const NOT_IN_REGIONS: Readonly<Record<string, Command>> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  PageDown: 'page-down',
  PageUp: 'page-up',
  Home: 'first',
  End: 'last',
};

/** The command of a key press; undefined leaves the press to the browser. */
export function toCommand({ key, modified, where }: Press): Command | undefined {
  if (modified || where === 'typing') return undefined;
  if (where !== 'region' && Object.hasOwn(NOT_IN_REGIONS, key)) return NOT_IN_REGIONS[key];
  if (where === 'page' && key === 'Enter') return 'open';
  return Object.hasOwn(ANYWHERE, key) ? ANYWHERE[key] : undefined;
}

/** The help overlay's lines: what the tables above say, in the reader's words. */
export const KEYS: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['↓', 'j'], does: 'next entry' },
  { keys: ['↑', 'k'], does: 'previous entry' },
  { keys: ['PgDn', 'PgUp'], does: 'a page down, up' },
  { keys: ['g', 'G'], does: 'first, last entry' },
  { keys: ['Enter'], does: 'open the entry' },
  { keys: ['Esc'], does: 'close what is open' },
  { keys: ['m'], does: 'to the other half: request or response' },
  { keys: ['e', 'E'], does: 'next, previous finding in loaded rows' },
  { keys: ['f'], does: 'follow what is recorded' },
  { keys: ['t'], does: 'time: since start, since the row before, clock' },
  { keys: ['v'], does: 'timeline or findings of the recording' },
  { keys: ['?'], does: 'these keys' },
];
