import { conversationWindow } from '#core/cards/conversation-window.ts';
import type { RecordingSource } from '../recording-source.ts';
import { entryOf, recordingSummary, turnsOf, valuesBetween } from './answers.ts';
import { conversationSource } from './memory-conversation.ts';
import { fileMessagesIn } from './memory-files.ts';
import type { Memory } from './memory.ts';
import { bytesOf } from './memory-rows.ts';
import { timelineSource } from './memory-timeline.ts';

/** A recording in memory, for queries. */
export function memorySource(memory: Memory, key: string): RecordingSource {
  const { header, entries } = memory;
  const conversation = conversationSource(memory);
  function* entriesFrom(from: number) {
    for (let seq = from; seq < entries.length; seq++) {
      const entry = entries[seq];
      if (entry) yield entry;
    }
  }
  return {
    key,
    header: () => header,
    summary: () => recordingSummary(memory),
    timeline: timelineSource(memory),
    conversation: (query, matched) => conversationWindow(conversation, query, matched),
    turns: (to) => turnsOf(memory, to),
    values: (field, from, to) => valuesBetween(memory, field, from, to),
    entry: (seq) => entryOf(memory, seq),
    entries: entriesFrom,
    *fileMessages(from) {
      for (const message of fileMessagesIn(memory, entriesFrom(from)))
        yield { messages: [message], next: message.seq + 1 };
    },
    message: (seq) => conversation.message(seq)[0],
    bytes(seq) {
      const entry = entries[seq];
      return entry && [bytesOf(entry)];
    },
    storedStats: () => ({ stats: memory.stats(), info: memory.info() }),
    storedReport: memory.report,
  };
}
