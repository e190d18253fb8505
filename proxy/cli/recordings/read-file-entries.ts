import { testsField } from '#core/filter/filter.ts';
import { filterPredicate } from '#core/filter/predicate.ts';
import type { Waiting } from '#core/model/recording-summary.ts';
import type { EntryRow } from '#core/model/row.ts';
import { toDetail } from '#core/fold/entry-detail.ts';
import { findingsAt, recordingSummary } from '#core/memory/answers.ts';
import { createRecordingIndex } from '#core/memory/recording-index.ts';
import { factsIn, toRowWithChange } from '#core/memory/memory-rows.ts';
import { beginsTurn } from '#core/protocol/method-traits.ts';
import type { ReadEntry } from '#core/recording/read.ts';
import type { Finding } from '#core/rules/engine/rule.ts';
import type { OpenRecording } from '../../replay/playbook/open-recording.ts';
import type { Query } from './read-query.ts';
import type { MatchingEntries } from './recording.ts';

/** The most entries, or bytes, of a portion. Printing begins after the first one. */
const PORTION = 500;
const PORTION_BYTES = 1024 * 1024;

/** True for a filter that needs later entries: an answer, a certain finding, a new name of a tool call. */
export const needsLaterEntries = ({ filter }: Query): boolean =>
  testsField(filter, ['dur', 'has', 'rule', 'status', 'tool']);

/** Reads a file from its beginning, and yields the rows of each portion before reading the next one. */
export function readFileEntries(file: OpenRecording, query: Query | undefined): MatchingEntries {
  const hasGroups = query !== undefined && testsField(query.filter, ['turn', 'update']);
  const folding = createRecordingIndex(file.header, { hasGroups, hasStats: false });
  const index = folding.soFar();
  const holds = query ? filterPredicate(query.filter, query.compile) : () => true;
  const entries = file.entries()[Symbol.iterator]();
  const late: Finding[] = [];
  let isOver = false;
  let matches = 0;
  let last = -1; // the seq of the last returned row

  function readPortion(): readonly ReadEntry[] {
    const portion: ReadEntry[] = [];
    const before = { entries: index.meanings.length, findings: index.findings.length };
    for (let bytes = 0; portion.length < PORTION && bytes < PORTION_BYTES;) {
      const { value: read, done } = entries.next();
      isOver = done === true;
      if (!read) break;
      portion.push(read);
      folding.apply(read.entry, read.decoded);
      bytes += read.entry.kind === 'event' ? 0 : read.entry.bytes.length;
    }
    if (isOver) folding.finish();
    else folding.soFar();
    late.push(...index.findings.slice(before.findings).filter(({ seq }) => seq < before.entries));
    return portion;
  }

  function rowOf(seq: number): EntryRow | undefined {
    const entry = file.entryAt(seq);
    return entry && toRowWithChange(factsIn(index, entry), entry);
  }

  const first = readPortion();

  return {
    *portions(limit = Infinity) {
      for (let portion = first; ; portion = readPortion()) {
        const rows: EntryRow[] = [];
        for (const { entry, decoded } of portion) {
          const facts = factsIn(index, entry, decoded);
          if (!holds(facts) || ++matches > limit) continue;
          rows.push(toRowWithChange(facts, entry));
          last = entry.seq;
        }
        yield rows;
        if (isOver || matches > limit) return;
      }
    },
    matches: () => matches,
    isWhole: () => isOver,
    isCounted: () => isOver,
    summary() {
      const summary = recordingSummary(index);
      const isOpen = !hasGroups && isOver && summary.waiting.some(({ method }) => beginsTurn(method));
      return isOpen ? { ...summary, waiting: waitingWithTimes(file) } : summary;
    },
    row: rowOf,
    findingsAt: (seq) => findingsAt(index, seq),
    late() {
      const bySeq = Map.groupBy(late, ({ seq }) => seq);
      return [...bySeq.keys()]
        .toSorted((one, other) => one - other)
        .flatMap((seq) => {
          const entry = seq > last ? undefined : file.entryAt(seq);
          const facts = entry && factsIn(index, entry);
          if (!entry || !facts || !holds(facts)) return [];
          const findings = (bySeq.get(seq) ?? []).map(toDetail);
          return [{ row: { ...toRowWithChange(facts, entry), findings }, findings }];
        });
    },
  };
}

/** Reads the file again: only a turn that is open at its end needs groups. */
function waitingWithTimes(file: OpenRecording): readonly Waiting[] {
  const folding = createRecordingIndex(file.header, { rules: [], hasStats: false, hasRows: false });
  for (const { entry, decoded } of file.entries()) folding.apply(entry, decoded);
  return folding.finish().waiting;
}
