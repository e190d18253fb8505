import { hasPartOfKind, testsField } from '#core/filter/filter.ts';
import type { FilterFacts } from '#core/filter/filter-facts.ts';
import { searchedText } from '#core/filter/searched-text.ts';
import { entryFactsOf } from '#core/fold/entry-facts.ts';
import { createGrouping } from '#core/grouping/grouping.ts';
import { describeEntry } from '#core/trace/describe-entry.ts';
import { createTrace } from '#core/trace/trace.ts';
import { seqOf, type ElapsedUs } from '#core/units.ts';
import { sizeOf, type FrameEntry } from '#core/wire/entry.ts';
import type { ArrivedFrame } from './decide.ts';
import type { Fault } from './fault.ts';

const NO_FINDINGS: FilterFacts['findings'] = [];

/** True if one of the faults tests more of a frame than its bytes. Finding out what frames mean takes most of the time. */
export const needsMeaning = (faults: readonly Fault[]): boolean =>
  faults.some(
    ({ action: { kind }, where }) =>
      kind === 'answer' ||
      kind === 'wrong-id' ||
      kind === 'unknown-update' ||
      hasPartOfKind(where, 'word') ||
      testsField(where, MEANT),
  );

const MEANT = ['method', 'kind', 'id', 'session', 'tool', 'update', 'status', 'turn'] as const;

/**
 * Finds out what is known about frames when they arrive: what they mean, or only what their bytes say. Call it for every
 * frame of a connection, in order. Frames that came while `isMeant` was false stay unknown.
 */
export function createFrameFacts(isMeant: () => boolean) {
  let folds: ReturnType<typeof createFolds> | undefined;
  let count = 0;

  return (received: Pick<FrameEntry, 'from' | 'bytes' | 'cut'>, elapsed: ElapsedUs): ArrivedFrame => {
    const entry: FrameEntry = { kind: 'frame', seq: seqOf(count++), elapsed, ...received };
    const { from, bytes } = entry;
    folds = isMeant() ? (folds ?? createFolds()) : undefined;
    if (!folds) return { from, bytes, message: undefined, facts: factsOfBytes(entry) };
    const { trace, grouping } = folds;
    const step = trace.apply(entry);
    const grouped = grouping.apply(step);
    grouping.takeChanged();
    const {
      kind,
      method = null,
      id = null,
      session = null,
      toolCall,
      turn = null,
      variant = null,
      status = null,
    } = entryFactsOf(grouped);
    const facts: FilterFacts = {
      ...factsOfBytes(entry),
      kind,
      method,
      id,
      session,
      turn,
      tool: toolCall ? { id: toolCall.id, title: toolCall.title ?? null } : null,
      update: variant,
      status,
      summary: () =>
        describeEntry({
          from,
          body: bytes,
          decoded: step.decoded,
          method: method ?? undefined,
          toolTitle: toolCall?.title,
        }),
    };
    const [only, second] = step.messages;
    return { from, bytes, message: second ? undefined : only?.message, facts };
  };
}

const createFolds = () => ({ trace: createTrace(), grouping: createGrouping() });

const factsOfBytes = (entry: FrameEntry): FilterFacts => ({
  seq: entry.seq,
  t: entry.elapsed,
  kind: 'invalid',
  from: entry.from,
  method: null,
  id: null,
  session: null,
  turn: null,
  tool: null,
  update: null,
  status: null,
  duration: null,
  bytes: sizeOf(entry),
  pair: null,
  findings: NO_FINDINGS,
  summary: () => '',
  text: () => searchedText(entry.bytes),
});
