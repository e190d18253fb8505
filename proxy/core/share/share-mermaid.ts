import { createFold } from '#core/fold/fold.ts';
import { entryFactsOf, type EntryFacts } from '#core/fold/entry-facts.ts';
import type { GroupedEntry } from '#core/grouping/grouping.ts';
import { describeEntry } from '#core/trace/describe-entry.ts';
import { describeMessage } from '#core/trace/describe-message.ts';
import { describeEvent } from '#core/trace/describe-event.ts';
import type { Entry } from '#core/wire/entry.ts';
import { chunkOf } from './chunk-text.ts';
import { interventionOf } from './describe-sent.ts';
import type { ShareContext, ShareWriter } from './share-form.ts';

/** The most arrows; longer diagrams are unreadable, and few pages draw them. */
export const MAX_ARROWS = 200;

/** The most characters of a label. */
const MAX_LABEL = 80;

interface Arrow {
  readonly from: string;
  readonly line: '->>' | '-->>' | '-)' | '-x';
  readonly label: string;
  /** The text of joined chunks, cut to what the diagram shows. */
  text: string;
  /** The group of a chunk or similar entry; consecutive entries of a group become one arrow. */
  readonly run: number | undefined;
  count: number;
}

/**
 * Writes entries as a sequence diagram: requests are arrows, responses dashed, notifications open. A run of chunks is
 * one arrow. A frame that acptap touched is an arrow of its own, with a cross if it was not delivered.
 */
export function shareMermaid({ isSelected }: ShareContext): ShareWriter {
  const fold = createFold();
  const arrows: Arrow[] = [];
  let meant = 0;
  let last = -1;

  function apply(entry: Entry): void {
    fold.apply(entry);
    const [folded] = fold.take().entries;
    if (!folded || !isSelected(entry.seq)) return;
    meant += 1;
    const meaning = entryFactsOf(folded);
    const mark = interventionOf(entry);
    const chunk = chunkOf(folded);
    const before = arrows.at(-1);
    if (before && before.run === meaning.group && isRun(meaning) && mark === '') {
      before.count += 1;
      if (before.text.length < MAX_LABEL) before.text += chunk ?? '';
      last = entry.seq;
      return;
    }
    if (arrows.length >= MAX_ARROWS) return;
    last = entry.seq;
    arrows.push({
      from: entry.kind === 'event' ? 'event' : entry.from,
      line: isLost(entry) ? '-x' : lineOf(meaning),
      label: [mark, labelOf(folded, meaning, chunk !== undefined)].filter(Boolean).join(' · '),
      text: chunk ?? '',
      run: isRun(meaning) && mark === '' ? meaning.group : undefined,
      count: 1,
    });
  }

  return {
    needs: () => true, // a response needs its request
    shows: isSelected,
    apply,
    text() {
      const drawn = arrows.reduce((sum, { count }) => sum + count, 0);
      const note =
        meant > drawn ? [`Note over client,agent: The first ${drawn} of ${meant} entries, up to ${last}`] : [];
      const lines = ['participant client', 'participant agent', ...arrows.map(draw), ...note];
      return `sequenceDiagram\n${lines.map((line) => `    ${line}\n`).join('')}`;
    },
  };
}

const isLost = (entry: Entry): boolean =>
  entry.kind === 'frame' && entry.sent !== undefined && entry.sent.elapsed === undefined;

function draw({ from, line, label, text: described, count }: Arrow): string {
  const text = `${escaped([label, described].filter(Boolean).join(' · '))}${count > 1 ? ` ×${count}` : ''}`;
  if (from === 'stderr') return `Note right of agent: stderr · ${text}`;
  if (from === 'event') return `Note over client,agent: ${text}`;
  return from === 'client' ? `client${line}agent: ${text}` : `agent${line}client: ${text}`;
}

/** True for chunks of one text, repeated updates, and lines of stderr. */
const isRun = ({ variant, kind }: EntryFacts): boolean =>
  kind === 'stderr' || (variant !== undefined && variant !== 'tool_call');

function lineOf({ kind }: EntryFacts): Arrow['line'] {
  if (kind === 'response') return '-->>';
  if (kind === 'error' || kind === 'invalid') return '-x';
  return kind === 'notification' ? '-)' : '->>';
}

/** The label of an entry. A chunk has none of its text, because other chunks may continue it. */
function labelOf(
  { step: { entry, messages } }: GroupedEntry,
  { method, variant }: EntryFacts,
  isChunk: boolean,
): string {
  const [first] = messages;
  const described = first ? describeMessage(first) : describeOther(entry);
  const words = [method === variant ? undefined : method, isChunk ? variant : described];
  return words.filter((word) => word !== undefined && word !== '').join(' · ');
}

const describeOther = (entry: Entry): string =>
  entry.kind === 'event'
    ? describeEvent(entry.event)
    : describeEntry({ from: entry.from, body: entry.bytes, method: undefined, toolTitle: undefined });

/** Escapes all characters with a meaning in Mermaid or HTML as entity codes, on one line. */
const escaped = (label: string): string =>
  label
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_LABEL)
    .toWellFormed()
    .replaceAll(/[^\p{L}\p{N} ·_/.,()=+-]/gu, (char) => `#${char.codePointAt(0)};`);
