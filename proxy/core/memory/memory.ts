import { changeIn } from '#core/fold/frame-change.ts';
import { sumInterventions, toIntervention, type Intervention } from '#core/fold/interventions.ts';
import { rowSent } from '#core/fold/row-sent.ts';
import type { FrameChange, Interventions } from '#core/model/row.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { createRecordingIndex, type RecordingIndex } from './recording-index.ts';

/** A recording without a database: its index and all of its entries. */
export interface Memory extends RecordingIndex {
  readonly entries: readonly Entry[];
  /** The interventions on the frames of a group, added up. */
  readonly interventionsOf: (group: number) => Interventions | undefined;
  /** The first changed value of a frame. */
  readonly changeAt: (seq: number) => FrameChange | undefined;
}

/** Collects the entries of a recording in order, in batches between which other work can run. */
export function createMemory(header: RecordingHeader) {
  const index = createRecordingIndex(header);
  const entries: Entry[] = [];
  return {
    apply(some: Iterable<Entry>): void {
      for (const entry of some) {
        entries.push(entry);
        index.apply(entry);
      }
    },
    /** A live recording so far. No rule reports a missing message, because the message may still come. */
    soFar: () => withEntries(index.soFar(), entries),
    /** Call after the last entry. */
    finish: () => withEntries(index.finish(), entries),
  };
}

function withEntries(index: RecordingIndex, entries: readonly Entry[]): Memory {
  const touched = entries.filter((entry) => interventionIn(entry).length > 0);
  const byGroup = Map.groupBy(touched, ({ seq }) => index.meanings[seq]?.group);
  const changeAt = (seq: number) => changeIn(entries[seq]);
  const interventionsOf = (group: number) =>
    sumInterventions((byGroup.get(group) ?? []).flatMap(interventionIn), changeAt);
  return { ...index, entries, interventionsOf, changeAt };
}

/** The intervention on an entry, as a list of one; empty without an intervention. */
export function interventionIn(entry: Entry): readonly Intervention[] {
  const { sent } = entry.kind === 'frame' ? rowSent(entry.sent) : {};
  return sent ? [toIntervention(sent, entry.seq)] : [];
}
