import { elapsedUs, type ElapsedUs, type Seq } from '#core/units.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import type { IdToken } from '#core/wire/request-id.ts';
import type { JournalEntry } from '../model/journal-entry.ts';
import type { ClientLine } from '../playbook/playbook.ts';

type Draft = { -readonly [member in keyof JournalEntry]: JournalEntry[member] };

/** The recorded client's messages as a journal. */
export const recordedJournal = (client: readonly ClientLine[]): readonly JournalEntry[] =>
  client.map(({ elapsed, message, method, asked, seq }, index) => {
    const isAnswerToNothing = message?.kind === 'response' && asked === undefined;
    return toJournalEntry(index, elapsed, message, !message || isAnswerToNothing ? null : method, seq);
  });

/** The journal entry of a message, or of a line that is not a message. */
function toJournalEntry(
  index: number,
  elapsed: ElapsedUs,
  message: Message | string | undefined,
  method: string | null,
  matched: Seq | null,
): Draft {
  const base = { index, elapsed, method, matched };
  if (message === undefined) return { ...base, kind: 'invalid' };
  if (typeof message === 'string') return { ...base, kind: 'invalid', text: message };
  switch (message.kind) {
    case 'request':
      return { ...base, kind: 'request', id: toIdValue(message.id), params: message.params };
    case 'notification':
      return { ...base, kind: 'notification', params: message.params };
    case 'response': {
      const id = message.id === undefined ? {} : { id: toIdValue(message.id) };
      return message.outcome.ok
        ? { ...base, kind: 'response', ...id, result: message.outcome.result }
        : { ...base, kind: 'error', ...id, error: message.outcome.error };
    }
  }
}

function toIdValue(token: IdToken): string | number | null {
  const value = JSON.parse(token) as string | number | null; // tokens are strings, numbers or null
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER ? token : value;
}

/** Lists the live client's messages during a replay. Times are milliseconds on the caller's clock. */
export function createJournal() {
  const entries: Draft[] = [];
  let began = 0;
  let current = 0;

  return {
    entries: entries as readonly JournalEntry[],
    begin: (now: number): void => void (began = now),
    add(message: Message | string | undefined, method: string | null, now: number): void {
      current = entries.length;
      const elapsed = elapsedUs(Math.max(0, Math.round((now - began) * 1000)));
      entries.push(toJournalEntry(current, elapsed, message, method, null));
    },
    /** The index of the current message. */
    current: (): number => current,
    /** Makes an earlier message the current one, to judge it late. */
    resume: (index: number): void => void (current = index),
    /** Matches the current message with a recorded entry. */
    match(seq: Seq): void {
      const entry = entries[current];
      if (entry) entry.matched = seq;
    },
    /** Exchanges the messages that two entries were matched with. */
    exchange(one: Seq, other: Seq): void {
      for (const entry of entries)
        if (entry.matched === one) entry.matched = other;
        else if (entry.matched === other) entry.matched = one;
    },
  };
}
