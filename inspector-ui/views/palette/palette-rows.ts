import type { TurnRow } from '#core/model/group.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { EpochMs } from '#core/units.ts';
import { GROUPINGS, type Grouping } from '../../state/page/layout.ts';
import { byCommand, KEYS, keyName, type Command, type KeySection } from '../../state/page/commands.ts';
import { THEMES, type Theme } from '../../state/shell/theme.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import { recordingName } from '../compare/compare-options.ts';
import { toCopyRows, toSaveRows } from '../copy/copy-rows.ts';
import { changesOf, type OfferedChange, type RecordingChange } from '../recordings/recording-changes.ts';
import { GROUPING_LABELS } from '../recordings/recording-groups.ts';
import { toRecordingRow } from '../recordings/recording-rows.ts';

/** Where a choice of the palette leads. */
export type PaletteTarget =
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'turn'; readonly seq: number }
  | { readonly kind: 'share'; readonly key: string }
  | { readonly kind: 'compare'; readonly with: string }
  | { readonly kind: 'change'; readonly change: RecordingChange }
  | { readonly kind: 'recording'; readonly id: string }
  | { readonly kind: 'theme'; readonly theme: Theme }
  | { readonly kind: 'grouping'; readonly grouping: Grouping }
  | { readonly kind: 'show-all' }
  | { readonly kind: 'open-file' };

export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  /** The kind of a command, the outcome of a turn, the parties of a recording. */
  readonly about: string;
  /** Names of the keys of a command. */
  readonly keys: readonly string[];
  /** Further text that a query finds, in lower case. */
  readonly words: string;
  readonly target: PaletteTarget;
}

/** The state of the page that decides which commands the palette offers. */
export interface PaletteContext {
  readonly hasServer: boolean;
  readonly isOpen: boolean;
  readonly isLive: boolean;
  /** A filter or a time range is in force. */
  readonly isFiltered: boolean;
  /** The open recording, if this page may change it. */
  readonly changeable: RecordingSummary | undefined;
  /** The previous run of the same command as the open recording. */
  readonly previous: string | undefined;
}

/** Places first: the views, the turns of the open recording. Then what can be done here, the themes, all recordings. */
export function toPaletteItems(
  context: PaletteContext,
  turns: readonly TurnRow[],
  recordings: readonly RecordingSummary[],
  now: EpochMs,
): readonly PaletteItem[] {
  const offered = KEYS.filter((section) => isOffered(section, context));
  return [
    ...offered.filter(isViews).flatMap(toCommandItems),
    ...turns.map(toTurnItem),
    ...offered.filter((section) => !isViews(section)).flatMap(toCommandItems),
    ...(context.isOpen ? [] : KEYS.flatMap(toCommandItems).filter(({ id }) => id === 'help')),
    ...(context.isOpen ? toShareItems(context) : []),
    ...(context.previous === undefined ? [] : [toCompareItem(context.previous)]),
    ...(context.changeable ? changesOf(context.changeable).map(toChangeItem) : []),
    ...(context.isFiltered ? [SHOW_ALL] : []),
    OPEN_FILE,
    ...(context.hasServer ? GROUPINGS.map(toGroupingItem) : []),
    ...THEMES.map(toThemeItem),
    ...recordings.map((recording) => toRecordingItem(recording, now)),
  ];
}

/** The items that have all words of a query; items whose label has them at the start of a word come first. */
export function searchPalette(items: readonly PaletteItem[], query: string): readonly PaletteItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return items
    .flatMap((item) => {
      const ranks = words.map((word) => rankOf(item, word));
      return ranks.includes(NOWHERE) ? [] : [{ item, rank: Math.max(...ranks, 0) }];
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

const isViews = ({ title }: KeySection): boolean => title === 'Views';

const isOffered = ({ needs }: KeySection, { hasServer, isOpen, isLive }: PaletteContext) =>
  needs === 'server' ? hasServer : isOpen && (needs !== 'live' || isLive);

const toCommandItems = ({ title, lines }: KeySection): readonly PaletteItem[] =>
  byCommand(lines).flatMap((own) => {
    const [{ command, does, also = '' } = {}] = own;
    if (command === undefined || does === undefined || command === 'palette') return [];
    const keys = own.flatMap((line) => line.keys.map(keyName));
    return [{ id: command, label: does, about: title, keys, words: also, target: { kind: 'command', command } }];
  });

/** Each form of the dialog `Copy or save`, which opens with this form to choose. */
const toShareItems = ({ hasServer }: PaletteContext): readonly PaletteItem[] =>
  [toSaveRows({ hasServer }, undefined), toCopyRows({ seq: undefined }, undefined)]
    .flat()
    .map(({ key, as, save, title }) => ({
      id: `share-${key}`,
      label: `${save ? 'save' : 'copy'}: ${title} …`,
      about: 'Copy or save',
      keys: [],
      words: `share export redacted masked ${as} ${save === 'page' ? 'html' : ''} ${save ? 'download' : 'clipboard'}`,
      target: { kind: 'share', key },
    }));

const toCompareItem = (previous: string): PaletteItem => ({
  id: 'compare-previous',
  label: 'compare with the previous run',
  about: 'Recordings',
  keys: [],
  words: 'diff difference last before',
  target: { kind: 'compare', with: previous },
});

const toChangeItem = ({ change, does }: OfferedChange): PaletteItem => ({
  id: `change-${change}`,
  label: does,
  about: 'Recordings',
  keys: [],
  words: CHANGE_WORDS[change],
  target: { kind: 'change', change },
});

const CHANGE_WORDS: Readonly<Record<RecordingChange, string>> = {
  pin: 'keep',
  name: 'rename title',
  comments: 'comment note',
  remove: 'delete',
};

const toThemeItem = (theme: Theme): PaletteItem => ({
  id: `theme-${theme}`,
  label: `${theme} theme`,
  about: 'Page',
  keys: [],
  words: 'colors colours mode',
  target: { kind: 'theme', theme },
});

const SHOW_ALL: PaletteItem = {
  id: 'show-all',
  label: 'show all: no filter, no time range',
  about: 'Filter',
  keys: [],
  words: 'clear reset remove',
  target: { kind: 'show-all' },
};

const OPEN_FILE: PaletteItem = {
  id: 'open-file',
  label: 'open file …',
  about: 'Recordings',
  keys: [],
  words: 'load import jsonl',
  target: { kind: 'open-file' },
};

const toGroupingItem = (grouping: Grouping): PaletteItem => ({
  id: `grouping-${grouping}`,
  label: `recordings ${GROUPING_LABELS[grouping].toLowerCase()}`,
  about: 'Recordings',
  keys: [],
  words: 'group order sort list',
  target: { kind: 'grouping', grouping },
});

const toTurnItem = ({ number, title, outcome, first }: TurnRow): PaletteItem => ({
  id: `turn-${number}`,
  label: `Turn ${number}${title === '' ? '' : ` · ${toVisibleLine(title)}`}`,
  about: toVisibleLine(outcome ?? 'open'),
  keys: [],
  words: '',
  target: { kind: 'turn', seq: first },
});

function toRecordingItem(recording: RecordingSummary, now: EpochMs): PaletteItem {
  const { id, subtitle, whole } = toRecordingRow(recording, now);
  return {
    id: `recording-${id}`,
    label: recordingName(recording, now),
    about: subtitle,
    keys: [],
    words: `recording ${whole}`.toLowerCase(),
    target: { kind: 'recording', id },
  };
}

const NOWHERE = 4;

/** 0: the label begins with the word; 1: a word of it does; 2: inside a word; 3: in other text of the item. */
function rankOf({ label, about, words }: PaletteItem, word: string): number {
  const text = label.toLowerCase();
  const at = text.indexOf(word);
  if (at === 0) return 0;
  if (at > 0) return /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && !text.includes(` ${word}`) ? 2 : 1;
  return about.toLowerCase().includes(word) || words.includes(word) ? 3 : NOWHERE;
}
