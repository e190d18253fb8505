import type { FindingDetail } from '#core/model/finding.ts';
import type { EntryRow } from '#core/model/row.ts';
import type { TurnStats } from '#core/model/stats.ts';
import { findingsAt, findingsOf, recordingSummary } from '#core/memory/answers.ts';
import { createRecordingIndex, type RecordingIndex } from '#core/memory/recording-index.ts';
import { factsIn, toRow } from '#core/memory/memory-rows.ts';
import { sumOfOwners } from '#core/grouping/split-time.ts';
import { formatSeconds } from '#core/text/format-elapsed.ts';
import { elapsedUs } from '#core/units.ts';
import type { Entry } from '#core/wire/entry.ts';
import { escapeUnseen } from '#core/wire/visible.ts';
import { rowComment } from '#core/wire/entry-comment.ts';
import { describeUnanswered } from './never-answered.ts';
import { clipped, fenced, inline, visible } from './fenced.ts';
import { commentLines, type EntryComment } from './issue-comments.ts';
import { framesOfGroup, framesOfHang, leftOutBefore } from './issue-frames.ts';
import { textOf } from './share-frames.ts';
import { respaceJson } from './respace-json.ts';
import { deliveredText, describeSent, interventionOf } from './describe-sent.ts';
import type { ShareContext, ShareWriter } from './share-form.ts';

/** The number of entries before and after the selected one. */
const AROUND = 5;
/** The most characters of a frame; readers can ask for the recording. */
const MAX_FRAME = 4000;
/** The most findings in an issue without a selected entry. */
const MAX_FINDINGS = 10;
/** The most prompt turns in the table. */
const MAX_TURNS = 20;

/**
 * Writes an issue report in Markdown for the maintainers of the agent or the client: the peers, the comments of people,
 * the findings of the selected entry or group with their requirements, its frames, and the entries around it. Without a
 * selected entry, lists the prompt turns and their durations instead. Judges the entries again, so that findings contain
 * only redacted text.
 */
export function shareIssue({ header, selected, entryAt, isGroup, isSelected }: ShareContext): ShareWriter {
  const index = createRecordingIndex(header);
  const comments: EntryComment[] = [];
  const members: number[] = [];
  let finished: RecordingIndex | undefined;
  let shown: ReadonlySet<number> | undefined;
  const finish = () => (finished ??= index.finish());
  const subject = (): Subject => ({ selected, members: isGroup ? members : [], comments });
  return {
    needs: () => true,
    apply(entry) {
      const { seq, extra } = entry;
      index.apply(entry);
      if (isGroup && isSelected(seq)) members.push(seq);
      const { comment } = rowComment(extra);
      if (comment !== undefined) comments.push({ seq, comment });
    },
    text: () => written(toSource(finish(), entryAt), subject()),
    shows: (seq) => (shown ??= shownBy(finish(), subject())).has(seq),
  };
}

/** What an issue is about: a selected entry, the entries of its group if that is meant, or the whole recording. */
interface Subject {
  readonly selected: number | undefined;
  readonly members: readonly number[];
  readonly comments: readonly EntryComment[];
}

/** The index of a recording, and its entries, which are read again: a recording may be larger than the memory. */
interface Source {
  readonly index: RecordingIndex;
  readonly entryAt: (seq: number) => Entry | undefined;
  readonly rowAt: (seq: number) => EntryRow | undefined;
}

const toSource = (index: RecordingIndex, entryAt: Source['entryAt']): Source => ({
  index,
  entryAt,
  rowAt(seq) {
    const entry = seq < index.total ? entryAt(seq) : undefined;
    return entry && toRow(factsIn(index, entry));
  },
});

/** The findings of an issue, and the entries that it quotes for them. */
function chosen(index: RecordingIndex, { selected, members }: Subject) {
  const own = members.length > 0 ? members : selected === undefined ? undefined : [selected];
  const found = (own?.flatMap((seq) => findingsAt(index, seq)) ?? findingsOf(index)).filter(
    ({ grade }) => own !== undefined || grade !== 'note',
  );
  const shown = found.slice(0, MAX_FINDINGS);
  const named = new Set(shown.flatMap(({ seq, related }) => [seq, ...related]));
  if (selected !== undefined) named.add(selected);
  const seqs = [...named].filter((seq) => seq < index.total).toSorted((one, other) => one - other);
  const evidence = selected === undefined ? framesOfHang(index) : [];
  const quoted = new Set([...seqs.slice(0, 2 * MAX_FINDINGS), ...framesOfGroup(index, members), ...evidence]);
  return { found, shown, seqs: [...quoted].toSorted((one, other) => one - other) };
}

/** The entries that an issue shows: quoted frames, prompts of turns, neighbours, commented ones, and the handshake. */
function shownBy(index: RecordingIndex, subject: Subject): ReadonlySet<number> {
  const { selected } = subject;
  const { shown, seqs } = chosen(index, subject);
  const commented = commentsFor(index, subject, seqs).map(({ seq }) => seq);
  const turns = selected === undefined ? listedTurns(index.stats().turns) : [];
  const near = selected === undefined ? [] : aroundOf(index, selected);
  const peers = index.meanings.flatMap(({ method }, seq) => (method === 'initialize' ? [seq] : []));
  const found = shown.map(({ seq }) => seq);
  return new Set([...found, ...seqs, ...turns.map(({ seq }) => seq), ...near, ...commented, ...peers]);
}

/** The comments on entries: with a selected entry, those on the entries that the issue quotes or names. */
function commentsFor(index: RecordingIndex, { selected, members, comments }: Subject, seqs: readonly number[]) {
  if (selected === undefined) return comments;
  const near = new Set([...seqs, ...members, ...aroundOf(index, selected)]);
  return comments.filter(({ seq }) => near.has(seq));
}

function written(source: Source, subject: Subject): string {
  const { index, rowAt } = source;
  const { selected, members } = subject;
  const { found, shown, seqs } = chosen(index, subject);
  const leftOut = leftOutBefore(seqs, members);
  const row = selected === undefined ? undefined : rowAt(selected);
  const open = describeUnanswered(recordingSummary(index)).map((words) => `Never answered: ${words}`);
  const title =
    shown[0]?.message ??
    (row ? `${row.method ?? row.kind}: ${row.summary}` : (open[0]?.split('; ', 1)[0] ?? 'No errors or warnings'));
  return [
    `## ${escapedLine(title)}\n`,
    about(index, open, takingPart(source)),
    ...commentLines(index.header.comments ?? [], commentsFor(index, subject, seqs), escapedLine),
    ...(selected === undefined ? [course(source)] : []),
    ...shown.map(finding),
    ...(found.length > shown.length ? [`${found.length - shown.length} more findings are left out.\n`] : []),
    ...(seqs.length > 0 ? ['### The frames\n'] : []),
    ...seqs.flatMap((seq) => [...missing(leftOut.get(seq)), frame(source, seq)]),
    ...(selected === undefined ? [] : [around(source, selected)]),
  ].join('\n');
}

const missing = (count = 0): readonly string[] =>
  count === 0 ? [] : [`… ${count} ${count === 1 ? 'frame' : 'frames'} left out\n`];

function about(index: RecordingIndex, open: readonly string[], took: string): string {
  const { agent, client, protocolVersion, command, startedAt, total, exit, state, id } = recordingSummary(index);
  const who = (of: typeof agent) =>
    of ? `${inline(of.name)} ${inline(of.version ?? 'of no version')}` : 'did not say';
  const end =
    state === 'interrupted'
      ? 'interrupted'
      : exit?.signal
        ? `ended by ${inline(exit.signal)}`
        : exit?.code
          ? `exit ${exit.code}`
          : 'ended';
  return [
    `- Agent: ${who(agent)}`,
    `- Client: ${who(client)}`,
    `- Protocol version: ${protocolVersion ?? 'not agreed on'}`,
    `- Command: ${inline(command.join(' '))}`,
    `- Recorded by acptap: ${inline(id)}, ${startedAt}, ${total} entries, ${end}${index.header.redacted ? ', redacted' : ''}`,
    ...(took === '' ? [] : [`- ${escapedLine(took)}`]),
    ...open.map((line) => `- ${escapedLine(line)}`),
    '',
  ].join('\n');
}

/** With which faults and seed acptap took part; empty if it only watched. */
function takingPart({ index, rowAt }: Source): string {
  if (!index.header.interventions) return '';
  const first = rowAt(0);
  const fact = first?.own?.event === 'taking-part' ? first.summary : 'acptap took part';
  return `${fact}. It interfered on purpose, so a side may have received something else than the other side wrote.`;
}

/** The first turns, and those that are open: one of them may hang. */
const listedTurns = (turns: readonly TurnStats[]) =>
  turns.filter(({ duration }, index) => index < MAX_TURNS || duration === null);

/** Lists the prompt turns, and the total time. */
function course({ index, rowAt }: Source): string {
  const { turns, turnCount, duration, silence } = index.stats();
  const time = (us: number | null) => (us === null ? '' : `${formatSeconds(elapsedUs(us))} s`);
  const rows = listedTurns(turns).map(({ number, seq, duration: took, share, firstChunk, toolCalls, outcome }) => [
    String(number),
    `#${seq}`,
    escapedLine(rowAt(seq)?.summary ?? ''),
    took === null ? `open for ${time(sumOfOwners(share))}` : time(took),
    time(firstChunk),
    String(toolCalls),
    escapedLine(outcome ?? ''),
  ]);
  const head = ['Turn', 'Entry', 'Prompt', 'Took', 'First chunk', 'Tool calls', 'Ended'];
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [
    '### Turns\n',
    ...(rows.length > 0 ? [...table, ''] : []),
    ...(turnCount > rows.length ? [`${turnCount - rows.length} more turns are left out.\n`] : []),
    `${turnCount} prompt ${turnCount === 1 ? 'turn' : 'turns'} in ${time(duration)}.${silence > 0 ? ` Nothing passed for ${time(silence)} of it, counting pauses from 1 s on.` : ''}\n`,
  ].join('\n');
}

function finding({
  rule,
  grade,
  side,
  seq,
  message,
  expected,
  seen,
  requires,
  peers,
  source,
  pointer,
}: FindingDetail): string {
  return [
    `### ${grade}: ${rule}\n`,
    `Entry #${seq}, fault of the ${side}: ${escapedLine(message)}\n`,
    ...(pointer ? [`- Where: ${inline(pointer)}`] : []),
    ...(seen === null ? [] : [`- Seen: ${inline(seen)}`]),
    ...(expected === null ? [] : [`- Expected: ${inline(expected)}`]),
    `- Required: ${escapedLine(requires)} (<${source}>)`,
    `- What peers do with it: ${escapedLine(peers)}`,
    '',
  ].join('\n');
}

function frame({ entryAt, rowAt }: Source, seq: number): string {
  const [entry, row] = [entryAt(seq), rowAt(seq)];
  if (!entry || !row) return '';
  const { from, kind, method } = row;
  const text = respaceJson(textOf(entry));
  const language = kind === 'invalid' || kind === 'stderr' ? 'text' : 'json';
  const mark = interventionOf(entry);
  const delivered = deliveredText(entry);
  const name = `#${seq}, ${kind} ${from === null ? '' : `from the ${from}`}${method === null ? '' : ` ${inline(method)}`}`;
  const quote = (of: string, as: string) => fenced(escapeUnseen(clipped(of, MAX_FRAME)), as);
  return [
    `${name}${mark === '' ? '' : `, ${escapedLine(mark)}`}\n\n${quote(text, language)}`,
    ...(delivered === undefined ? [] : [`Delivered instead:\n\n${quote(delivered, 'text')}`]),
  ].join('\n');
}

function aroundOf({ total }: RecordingIndex, selected: number): readonly number[] {
  const from = Math.max(0, selected - AROUND);
  const to = Math.min(total - 1, selected + AROUND);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

function around({ index, rowAt }: Source, selected: number): string {
  const lines: string[] = [];
  for (const seq of aroundOf(index, selected)) {
    const row = rowAt(seq);
    if (!row) continue;
    const { t, from: side, kind, method, id, summary, sent } = row;
    const words = [
      `#${seq}`,
      `${(t / 1000).toFixed(1)} ms`,
      ...new Set([side ?? 'event', kind]),
      method ?? '',
      id ?? '',
      visible(summary),
      sent ? describeSent(sent) : '',
    ];
    lines.push(`${seq === selected ? '> ' : '  '}${words.filter((word) => word !== '').join('  ')}`);
  }
  return `### Before and after\n\n${fenced(lines.join('\n'), 'text')}`;
}

/** A line of prose in which recorded words cannot act as Markdown. */
const escapedLine = (text: string): string => visible(text).replaceAll(/[\\`*_[\]<>#|~@!]/g, String.raw`\$&`);
