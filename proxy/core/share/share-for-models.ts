import { CHARACTERS_A_TOKEN } from '#core/contract/share.ts';
import { createFileEnd } from '#core/fold/file-end.ts';
import { createFold } from '#core/fold/fold.ts';
import type { GroupedEntry } from '#core/grouping/grouping.ts';
import { entryFactsOf } from '#core/fold/entry-facts.ts';
import type { Waiting } from '#core/model/recording-summary.ts';
import type { Finding } from '#core/rules/engine/rule.ts';
import { describeEvent } from '#core/trace/describe-event.ts';
import { describeMessage } from '#core/trace/describe-message.ts';
import type { Entry } from '#core/wire/entry.ts';
import { escapeUnseen } from '#core/wire/visible.ts';
import { readChunkAgain, chunkOf, isTextGroup } from './chunk-text.ts';
import { clipped, visible } from './fenced.ts';
import { describeUnanswered } from './never-answered.ts';
import { textOf } from './share-frames.ts';
import { deliveredText, interventionOf } from './describe-sent.ts';
import type { ShareContext, ShareWriter } from './share-form.ts';

/** The most characters of one frame; longer frames say little about the protocol. */
const MAX_FRAME = 2000;

/** The most characters of texts in memory; further texts are read again when they are written. */
const MAX_HELD = 12 * 1024 * 1024;

/** A line of the text, or a joined text of chunks. */
interface Piece {
  head: string;
  /** The JSON of the message, or the chunks of a text. A number is an entry whose text is read again. */
  readonly body: (string | number)[];
  readonly isChunked: boolean;
  readonly findings: string[];
}

/** Estimates the number of tokens of a text. */
export const estimatedTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_A_TOKEN);

/**
 * Writes a whole recording as text for a language model: one line for each message with its JSON, chunks joined,
 * findings beside their entries.
 */
export function shareForModels({ header, entryAt }: ShareContext): ShareWriter {
  const fold = createFold();
  const ending = createFileEnd(header);
  const pieces: Piece[] = [];
  const byEntry = new Map<number, Piece>();
  const growing = new Map<number, Piece>();
  let held = 0;
  let open: readonly Waiting[] = [];

  /** The text itself, until there is too much of it. */
  function hold({ seq }: Entry, text: string): string | number {
    if (held + text.length > MAX_HELD) return seq;
    held += text.length;
    return text;
  }

  function textAt(kept: string | number, isChunked: boolean): string {
    if (typeof kept === 'string') return kept;
    const entry = entryAt(kept);
    return entry ? escapeUnseen(isChunked ? readChunkAgain(entry) : wholeOf(entry)) : '';
  }

  function take(): void {
    const { entries, findings, waiting } = fold.take();
    open = waiting;
    for (const grouped of entries) add(grouped);
    for (const finding of findings) byEntry.get(finding.seq)?.findings.push(findingLine(finding));
  }

  function add(grouped: GroupedEntry): void {
    const { entry } = grouped.step;
    const mark = interventionOf(entry);
    const chunk = mark === '' ? chunkOf(grouped) : undefined;
    const { group } = entryFactsOf(grouped);
    const before = chunk === undefined ? undefined : growing.get(group);
    if (before && chunk !== undefined) {
      before.body.push(hold(entry, escapeUnseen(chunk)));
      byEntry.set(entry.seq, before);
      return;
    }
    const body = hold(entry, escapeUnseen(chunk ?? wholeOf(entry)));
    const head = [headOf(grouped), mark].filter((part) => part !== '').join(' · ');
    const piece = { head, body: [body], isChunked: chunk !== undefined, findings: [] };
    pieces.push(piece);
    byEntry.set(entry.seq, piece);
    if (chunk !== undefined) growing.set(group, piece);
  }

  return {
    needs: () => true,
    apply(entry) {
      fold.apply(entry);
      ending.apply(entry);
      take();
    },
    text: () => [...parts()].join(''),
    parts,
  };

  function* parts(): Generator<string> {
    fold.finish(ending.end().isOrderly);
    take();
    const took = header.interventions
      ? [
          'acptap took part on purpose: entries marked “acptap:” were dropped, delayed or changed on their way. The JSON is from the sender; “delivered:” is the frame that the other side received. Findings already take that into account.',
        ]
      : [];
    const about = [
      'A recorded session of the Agent Client Protocol (JSON-RPC 2.0, one message a line, over stdio between an editor, the client, and a coding agent).',
      'Each entry: its number, milliseconds since the start, its sender, its kind; then its JSON. The pieces of one text are joined.',
      'Lines that begin with "!" are findings: where a rule of the protocol is broken, and whose fault it is.',
      ...took,
      `Agent command: ${visible(header.command.join(' '))}`,
    ].join('\n');
    yield `${about}\n\n`;
    let length = about.length + 1; // a line end between two pieces, and two before the first one
    for (const piece of pieces)
      for (const part of render(piece, textAt)) {
        length += part.length;
        yield part;
      }
    const { state, exit = null, endedAt } = ending.end();
    const startedAt = new Date(header.startedAt).toISOString();
    const end = { state, exit, startedAt, endedAt: new Date(endedAt).toISOString() };
    for (const words of describeUnanswered({ ...end, waiting: open })) yield `Never answered: ${visible(words)}\n`;
    yield `(about ${Math.ceil(length / CHARACTERS_A_TOKEN)} tokens, estimated at ${CHARACTERS_A_TOKEN} characters each)\n`;
  }
}

function headOf({ step, group }: GroupedEntry): string {
  const { entry, messages } = step;
  const [first] = messages;
  const time = `+${(entry.elapsed / 1000).toFixed(1)} ms`;
  const who = entry.kind === 'event' ? 'process' : entry.from;
  const words = first ? [first.method ?? '', describeMessage(first)] : nameOf(entry);
  return [`#${entry.seq}`, time, who, ...(isTextGroup(group) ? [group.kind] : words)]
    .filter((word) => word !== '')
    .map(visible)
    .join(' · ');
}

function nameOf(entry: Entry): readonly string[] {
  if (entry.kind === 'event') return [describeEvent(entry.event)];
  return entry.kind === 'stderr' ? [] : ['a line that is not a message'];
}

/** In parts, because one text may be as large as the recording. */
function* render(
  { head, body, isChunked, findings }: Piece,
  textAt: (kept: string | number, isChunked: boolean) => string,
): Generator<string> {
  yield `${head}${body.length > 1 ? ` · ${body.length} pieces` : ''}\n`;
  const last = body.findLastIndex((chunk) => textAt(chunk, isChunked).trim() !== '');
  for (const chunk of body.slice(0, Math.max(last, 0))) yield textAt(chunk, isChunked);
  yield `${textAt(body[last] ?? '', isChunked).trimEnd()}\n`;
  for (const line of findings) yield `${line}\n`;
  yield '\n';
}

function wholeOf(entry: Entry): string {
  const delivered = deliveredText(entry);
  const text = clipped(textOf(entry).trimEnd(), MAX_FRAME);
  return delivered === undefined ? text : `${text}\ndelivered: ${clipped(delivered.trimEnd(), MAX_FRAME)}`;
}

const findingLine = ({ grade, rule, side, message, seq }: Finding): string =>
  `! ${grade} ${rule} (#${seq}, fault of the ${side}): ${visible(message)}`;
