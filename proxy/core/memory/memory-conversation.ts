import {
  CARD_EVENTS,
  CARD_GROUPS,
  CARD_METHODS,
  CARD_VARIANTS,
  MAX_CARD_ENTRIES,
  MAX_INJECTED_DISTANCE,
  TERMINAL_VARIANTS,
} from '#core/cards/card-kinds.ts';
import type { CardKey, ConversationSource } from '#core/cards/conversation-source.ts';
import { toCardMessage, toInjectedAnswer, type CardMessage } from '#core/cards/card-message.ts';
import { waitedFor } from '#core/grouping/split-time.ts';
import type { CardPlace } from '#core/model/cards.ts';
import { sumInterventions } from '#core/fold/interventions.ts';
import { interventionIn, type Memory } from './memory.ts';
import { REVISION } from './memory-timeline.ts';

/** A recording in memory, for the conversation. */
export function conversationSource(memory: Memory): ConversationSource {
  const { entries, meanings, groups } = memory;
  let keys: readonly CardKey[] | undefined;

  const message = (seq: number): readonly CardMessage[] => {
    const entry = entries[seq];
    if (entry?.kind !== 'frame') return [];
    const place = { seq, t: entry.elapsed, from: entry.from };
    return [toCardMessage(entry.bytes, place, meanings[seq]?.method, entry.sent) ?? []].flat();
  };

  /** Reads the first or the last entries of a range that meet a condition, at most MAX_CARD_ENTRIES. */
  function some(from: number, to: number, holds: (seq: number) => boolean, which: 'first' | 'last' = 'first') {
    const seqs: number[] = [];
    const [start, step] = which === 'first' ? [from, 1] : [to, -1];
    for (let seq = start; seq >= from && seq <= to && seqs.length < MAX_CARD_ENTRIES; seq += step)
      if (holds(seq)) seqs.push(seq);
    return (which === 'first' ? seqs : seqs.toReversed()).flatMap(message);
  }

  const listed = (): readonly CardKey[] => (keys ??= cardKeys(memory));

  return {
    keys: listed,
    sessions: () => [...new Set(listed().flatMap(({ session }) => (session === null ? [] : [session])))],
    group(no) {
      const group = groups[no];
      if (!group) return undefined;
      const { kind, turn = null, session = null, first, last, elapsed: t, until = null } = group;
      const findings = toFindings(memory.findingsOf(no));
      const interventions = memory.interventionsOf(no);
      const touched = interventions ? { interventions } : {};
      const waited = { ...waitedFor(group.waited), waiting: until === null ? group.waited.waiting() : null };
      return { kind, turn, session, entries: group.entries, first, last, t, until, findings, waited, ...touched };
    },
    groupOf: (seq) => meanings[seq]?.group,
    timeOf: (seq) => entries[seq]?.elapsed ?? 0,
    findingsAt(seq) {
      const grades = memory.findingsAt(seq).map(({ grade }) => grade);
      return toFindings({
        count: grades.length,
        worst: grades.includes('error') ? 'error' : grades.includes('warning') ? 'warning' : 'note',
      });
    },
    interventionAt(seq) {
      const entry = entries[seq];
      return entry && sumInterventions(interventionIn(entry), memory.changeAt);
    },
    eventAt(seq) {
      const entry = entries[seq];
      return entry?.kind === 'event' ? entry.event : undefined;
    },
    message,
    injectedAnswer(request) {
      const end = Math.min(entries.length, request.seq + MAX_INJECTED_DISTANCE + 1);
      for (let seq = request.seq + 1; seq < end; seq++) {
        const entry = entries[seq];
        const answer = entry && toInjectedAnswer(entry, request);
        if (answer) return answer;
      }
      return undefined;
    },
    exchange: (seq) =>
      [seq, memory.pairOf(seq)?.seq ?? seq]
        .filter((each, index, both) => both.indexOf(each) === index)
        .toSorted((one, other) => one - other)
        .flatMap(message),
    messages: (no, { first, last }, which) => some(first, last, (seq) => meanings[seq]?.group === no, which),
    printed: (session) =>
      some(0, entries.length - 1, (seq) => isOf(seq, session) && terminals.has(meanings[seq]?.variant ?? '')),
    lastUsage(session, from, to) {
      for (let seq = to; seq >= from; seq--)
        if (meanings[seq]?.variant === 'usage_update' && isOf(seq, session)) return message(seq);
      return [];
    },
    revision: () => REVISION,
  };

  function isOf(seq: number, session: string | null): boolean {
    return session !== null && meanings[seq]?.session === session;
  }
}

function cardKeys({ entries, meanings, groups, turns }: Memory): readonly CardKey[] {
  const keys: CardKey[] = [];
  for (const { kind, first, no, session = null } of groups)
    if (groupKinds.has(kind)) keys.push({ seq: first, group: no, part: 'whole', session });
  for (const [seq, { kind, method, variant, group, session = null }] of meanings.entries()) {
    const entry = entries[seq];
    const isAsked = (kind === 'request' || kind === 'notification') && methods.has(method ?? '');
    const isEnd = entry?.kind === 'event' && events.has(entry.event.event);
    if (isAsked || isEnd || variants.has(variant ?? ''))
      keys.push({ seq, group, part: variant === undefined ? 'whole' : 'entry', session });
  }
  for (const { session, started, ended } of turns)
    if (ended) keys.push({ seq: ended.seq, group: meanings[started.seq]?.group ?? 0, part: 'end', session });
  return keys.toSorted((one, other) => one.seq - other.seq || one.group - other.group);
}

const groupKinds = new Set<string>(CARD_GROUPS);
const methods = new Set<string>(CARD_METHODS);
const variants = new Set<string>(CARD_VARIANTS);
const events = new Set<string>(CARD_EVENTS);
const terminals = new Set<string>(TERMINAL_VARIANTS);

const toFindings = ({
  count,
  worst,
}: {
  readonly count: number;
  readonly worst: NonNullable<CardPlace['findings']>['grade'] | null;
}): CardPlace['findings'] => (count === 0 || worst === null ? null : { grade: worst, count });
