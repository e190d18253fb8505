import { createFileEnd, type FileEnd } from '#core/fold/file-end.ts';
import { createFold } from '#core/fold/fold.ts';
import { entryFactsOf, type EntryFacts } from '#core/fold/entry-facts.ts';
import { toRecordingReport } from '#core/fold/recording-report.ts';
import type { GroupedEntry } from '#core/grouping/grouping.ts';
import type { GroupState } from '#core/grouping/groups.ts';
import type { AxisFacts } from '#core/model/axis.ts';
import { createStepStats } from '#core/info/stats-and-info.ts';
import { RANKS, type RecordingReport } from '#core/model/finding.ts';
import type { Group } from '#core/model/group.ts';
import type { Info } from '#core/model/info.ts';
import type { Waiting } from '#core/model/recording-summary.ts';
import type { Stats } from '#core/model/stats.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import type { Judgement } from '#core/rules/engine/judge-recording.ts';
import type { Finding, Rule } from '#core/rules/engine/rule.ts';
import type { Handshake } from '#core/trace/handshake.ts';
import { toolCallKey, type ToolCall } from '#core/trace/tool-calls.ts';
import type { Turn } from '#core/trace/turns.ts';
import type { Decoded } from '#core/wire/decode-frame.ts';
import type { Entry, RecordingHeader, Stream } from '#core/wire/entry.ts';

/** The fold of a recording, without its entries. Arrays are indexed by `seq` or group number. */
export interface RecordingIndex {
  readonly header: RecordingHeader;
  readonly end: FileEnd;
  /** Entries by stream, without process events. */
  readonly counts: Readonly<Record<Stream, number>>;
  /** All entries, process events included. */
  readonly total: number;
  /** The time of the last one. */
  readonly lastAt: number | undefined;
  /** Empty without `hasRows`; so are groups, turns, and all lookups by `seq`. */
  readonly meanings: readonly EntryFacts[];
  readonly groups: readonly GroupState[];
  /** In the order in which they became certain. */
  readonly findings: readonly Finding[];
  readonly findingsAt: (seq: number) => readonly Finding[];
  readonly findingsOf: (group: number) => Group['findings'];
  /** The `seq` of the request or response that belongs to the entry, and the time between them. */
  readonly pairOf: (seq: number) => { readonly seq: number; readonly duration: number } | undefined;
  readonly statusOf: (seq: number) => string | undefined;
  /** The entry's tool call, in its latest state. */
  readonly toolOf: (seq: number) => ToolCall | undefined;
  /**
   * The entry's tool call, or the tool call that a file or terminal request was made for, if known. See
   * `core/grouping`.
   */
  readonly callOf: (seq: number) => ToolCall | undefined;
  readonly turns: readonly Turn[];
  readonly axis: () => AxisFacts;
  readonly handshake: Handshake;
  readonly waiting: readonly Waiting[];
  readonly judgement: () => Judgement;
  readonly report: () => RecordingReport;
  /** Empty without `hasStats`; so is `info`. */
  readonly stats: () => Stats;
  readonly info: () => Info;
}

export interface IndexOptions {
  /** The rules to judge by. Default: the catalogue. */
  readonly rules?: readonly Rule[];
  /** False leaves out groups and the turns of entries, which `check` does not need. Default: true. */
  readonly hasGroups?: boolean;
  /** False leaves out `stats` and `info`. Default: true. */
  readonly hasStats?: boolean;
  /** False leaves out everything that grows with the number of entries. Default: true. */
  readonly hasRows?: boolean;
}

const NONE: readonly Finding[] = [];
const UNCOUNTED = { count: 0, worst: 0, rule: null };

/**
 * The most entries, or bytes, to fold before the results are taken. Few, because every garbage collection copies the
 * entries that wait.
 */
const BATCH = 20;
const BATCH_BYTES = 1024 * 1024;

/**
 * Folds the entries of a recording in order into a `RecordingIndex`. Its memory does not grow with the size of
 * frames.
 */
export function createRecordingIndex(
  header: RecordingHeader,
  { rules = catalogue, hasGroups = true, hasStats = true, hasRows = true }: IndexOptions = {},
) {
  const fold = createFold(rules, hasGroups);
  const ending = createFileEnd(header);
  const stats = createStepStats(fold.trace);
  const counts = { client: 0, agent: 0, stderr: 0 };
  const meanings: EntryFacts[] = [];
  const groups: GroupState[] = [];
  const findings: Finding[] = [];
  const found = new Map<number, Finding[]>();
  const grades = new Map<number, { count: number; worst: number; rule: string | null }>();
  const pairs = new Map<number, { request: number; answer: number; duration: number }>(); // by seq of the request
  const tools = new Map<string, ToolCall>();
  const turns = new Map<number, Turn>();
  let waiting: readonly Waiting[] = [];
  let total = 0;
  let lastAt: number | undefined;
  let pending = 0; // bytes

  function keep(grouped: GroupedEntry): void {
    const { entry, events, messages } = grouped.step;
    const last = meanings.at(-1);
    const meaning = entryFactsOf(grouped);
    meanings.push(last && isSame(last, meaning) ? last : meaning);
    const { answers: request } = meaning;
    if (request !== undefined) {
      const duration = Math.abs(entry.elapsed - (messages[0]?.exchange?.opened.elapsed ?? entry.elapsed));
      pairs.set(request, { request, answer: entry.seq, duration });
    }
    for (const event of events) {
      if (event.kind === 'tool-call') tools.set(toolCallKey(event.toolCall), event.toolCall);
      if (event.kind === 'turn') turns.set(event.turn.number, event.turn);
    }
    if (meaning.toolCall) tools.set(toolCallKey(meaning.toolCall), meaning.toolCall);
  }

  function keepFinding(finding: Finding): void {
    findings.push(finding);
    const others = found.get(finding.seq);
    if (others) others.push(finding);
    else found.set(finding.seq, [finding]);
    const group = meanings[finding.seq]?.group ?? -1;
    const { count, worst, rule } = grades.get(group) ?? UNCOUNTED;
    const own = RANKS.indexOf(finding.grade);
    grades.set(group, { count: count + 1, worst: Math.max(worst, own), rule: own > worst ? finding.rule : rule });
  }

  function take(): void {
    const taken = fold.take();
    ({ waiting } = taken);
    if (hasRows) {
      for (const grouped of taken.entries) keep(grouped);
      for (const group of taken.groups) groups[group.no] = group;
    }
    for (const finding of taken.findings) keepFinding(finding);
    pending = 0;
  }

  function toolOf(seq: number): ToolCall | undefined {
    const call = meanings[seq]?.toolCall;
    return call && tools.get(toolCallKey(call));
  }

  function callOf(seq: number): ToolCall | undefined {
    const group = groups[meanings[seq]?.group ?? -1];
    return toolOf(seq) ?? (group?.kind === 'tool-call' ? toolOf(group.first) : undefined);
  }

  const index: RecordingIndex = {
    header,
    get end() {
      return ending.end();
    },
    counts,
    get total() {
      return total;
    },
    get lastAt() {
      return lastAt;
    },
    meanings,
    groups,
    findings,
    findingsAt: (seq) => found.get(seq) ?? NONE,
    findingsOf(group) {
      const { count, worst, rule } = grades.get(group) ?? UNCOUNTED;
      return { count, worst: RANKS[worst] ?? null, rule };
    },
    pairOf(seq) {
      const pair = pairs.get(meanings[seq]?.answers ?? seq);
      return pair && { seq: pair.request === seq ? pair.answer : pair.request, duration: pair.duration };
    },
    statusOf: (seq) => meanings[pairs.get(seq)?.answer ?? seq]?.status,
    toolOf,
    callOf,
    get turns() {
      return [...turns.values()].toSorted((one, other) => one.number - other.number);
    },
    axis: fold.axis,
    get handshake() {
      return fold.trace.handshake();
    },
    get waiting() {
      return waiting;
    },
    judgement: () => ({
      findings: findings.toSorted((one, other) => one.seq - other.seq),
      occasions: fold.occasions(),
      troubles: fold.troubles(),
    }),
    report: () => toRecordingReport(fold.occasions()),
    stats: stats.stats,
    info: stats.info,
  };

  return {
    /** `decoded` is the decoded frame, if the caller has it. */
    apply(entry: Entry, decoded?: Decoded): void {
      const grouped = fold.apply(entry, decoded);
      if (hasStats) stats.apply(grouped);
      ending.apply(entry);
      total += 1;
      lastAt = entry.elapsed;
      if (entry.kind !== 'event') {
        counts[entry.from] += 1;
        pending += entry.bytes.length;
      }
      if (fold.size() >= BATCH || pending >= BATCH_BYTES) take();
    },
    /** The index so far. `apply` can continue afterwards. */
    soFar(): RecordingIndex {
      take();
      return index;
    },
    /** Call after the last entry. */
    finish(): RecordingIndex {
      fold.finish(ending.end().isOrderly);
      take();
      return index;
    },
  };
}

/** Chunks of one message have equal meanings and share one object. */
const isSame = (one: EntryFacts, other: EntryFacts): boolean =>
  one.group === other.group &&
  one.kind === other.kind &&
  one.method === other.method &&
  one.session === other.session &&
  one.variant === other.variant &&
  one.turn === other.turn &&
  one.status === other.status &&
  one.toolCall === other.toolCall &&
  one.id === other.id &&
  one.answers === other.answers &&
  one.summary === other.summary;
