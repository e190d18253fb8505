import type { RecordingReport } from '#core/contract/api.ts';
import type { Group } from '#core/contract/timeline.ts';
import type { Info } from '#core/contract/info.ts';
import type { Stats } from '#core/contract/stats.ts';
import type { KeptFinding } from '#core/fold/detail.ts';
import { createFileEnd, type FileEnd } from '#core/fold/file-end.ts';
import { createFold, type FoldedEntry } from '#core/fold/fold.ts';
import { meaningOf, type Meaning } from '#core/fold/meaning.ts';
import { toReport } from '#core/fold/report.ts';
import { createInfo } from '#core/info/info.ts';
import type { OutlineGroup } from '#core/outline/groups.ts';
import type { Finding } from '#core/rules/rule.ts';
import { createStats } from '#core/stats/stats.ts';
import type { Handshake } from '#core/trace/handshake.ts';
import type { ToolCall } from '#core/trace/tool-calls.ts';
import type { Turn } from '#core/trace/turns.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';

/** A recording without a database: all of its entries, and what the fold says of them. Indices are `seq` and numbers of groups. */
export interface Memory {
  readonly header: RecordingHeader;
  readonly end: FileEnd;
  readonly entries: readonly Entry[];
  readonly meanings: readonly Meaning[];
  readonly groups: readonly OutlineGroup[];
  /** In the order they were made certain. */
  readonly findings: readonly KeptFinding[];
  readonly findingsAt: (seq: number) => readonly KeptFinding[];
  readonly findingsOf: (group: number) => Group['findings'];
  /** The other half of the exchange. */
  readonly pairOf: (seq: number) => number | null;
  readonly statusOf: (seq: number) => string | undefined;
  /** The tool call an entry is about, as it was told last. */
  readonly toolOf: (seq: number) => ToolCall | undefined;
  /** The one it is about, or else was made for, as far as can be told: a file that was read, a terminal. See `core/outline`. */
  readonly callOf: (seq: number) => ToolCall | undefined;
  readonly turns: readonly Turn[];
  readonly handshake: Handshake;
  readonly report: () => RecordingReport;
  readonly stats: () => Stats;
  readonly info: () => Info;
}

const NONE: readonly KeptFinding[] = [];
const GRADES = ['note', 'warning', 'error'] as const;
const UNCOUNTED = { count: 0, worst: -1, rule: null };

/** Takes the entries of a recording in order, some at a time so that others have their turn, and keeps what `Memory` has. */
export function createMemory(header: RecordingHeader) {
  const fold = createFold();
  const ending = createFileEnd(header);
  const figures = createStats(fold.trace);
  const info = createInfo(fold.trace);
  const entries: Entry[] = [];
  const meanings: Meaning[] = [];
  const groups: OutlineGroup[] = [];
  const findings: KeptFinding[] = [];
  const found = new Map<number, KeptFinding[]>();
  const counts = new Map<number, { count: number; worst: number; rule: string | null }>();
  const answers = new Map<number, number>();
  const tools = new Map<string, ToolCall>();
  const turns = new Map<number, Turn>();
  let handshake: Handshake | undefined;

  function keep(folded: FoldedEntry): void {
    const { step } = folded;
    const meaning = meaningOf(folded);
    meanings.push(meaning);
    if (meaning.answers !== undefined) answers.set(meaning.answers, step.entry.seq);
    for (const event of step.events) {
      if (event.kind === 'tool-call') tools.set(keyOf(event.toolCall), event.toolCall);
      if (event.kind === 'turn') turns.set(event.turn.number, event.turn);
    }
    if (meaning.toolCall) tools.set(keyOf(meaning.toolCall), meaning.toolCall);
  }

  function keepFinding(finding: Finding): void {
    const { rule, grade, side, seq, message, expected = null, seen = null, pointer = null, related = [] } = finding;
    const kept: KeptFinding = { rule, grade, side, seq, related, pointer, message, expected, seen };
    findings.push(kept);
    const others = found.get(seq);
    if (others) others.push(kept);
    else found.set(seq, [kept]);
    const group = meanings[seq]?.group ?? -1;
    const { count, worst, rule: before } = counts.get(group) ?? UNCOUNTED;
    const own = GRADES.indexOf(grade);
    counts.set(group, { count: count + 1, worst: Math.max(worst, own), rule: own > worst ? rule : before });
  }

  function take(): void {
    const taken = fold.take();
    for (const folded of taken.entries) keep(folded);
    for (const group of taken.groups) groups[group.no] = group;
    for (const finding of taken.findings) keepFinding(finding);
    handshake = taken.handshake;
  }

  function toolOf(seq: number): ToolCall | undefined {
    const call = meanings[seq]?.toolCall;
    return call && tools.get(keyOf(call));
  }

  function callOf(seq: number): ToolCall | undefined {
    const group = groups[meanings[seq]?.group ?? -1];
    return toolOf(seq) ?? (group?.kind === 'tool-call' ? toolOf(group.first) : undefined);
  }

  return {
    apply(some: Iterable<Entry>): void {
      for (const entry of some) {
        entries.push(entry);
        const { step, outlined } = fold.apply(entry); // counted at once: groups and open requests change with what follows
        figures.apply(step, outlined);
        info.apply(step);
        ending.apply(entry);
      }
      take();
    },
    /** Nothing follows. */
    finish(): Memory {
      const end = ending.end();
      fold.finish(end.isOrderly);
      take();
      if (!handshake) throw new Error('take() has set it');
      return {
        header,
        end,
        entries,
        meanings,
        groups,
        findings,
        findingsAt: (seq) => found.get(seq) ?? NONE,
        findingsOf(group) {
          const { count, worst, rule } = counts.get(group) ?? UNCOUNTED;
          return { count, worst: GRADES[worst] ?? null, rule };
        },
        pairOf: (seq) => meanings[seq]?.answers ?? answers.get(seq) ?? null,
        statusOf: (seq) => meanings[answers.get(seq) ?? seq]?.status,
        toolOf,
        callOf,
        turns: [...turns.values()].toSorted((one, other) => one.number - other.number),
        handshake,
        report: () => toReport(fold.occasions()),
        stats: figures.stats,
        info: info.info,
      };
    },
  };
}

const keyOf = ({ session, id }: ToolCall): string => JSON.stringify([session, id]);
