import { setImmediate as rest } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { RowQuery } from '#core/contract/timeline.ts';
import type { RecordingQueries } from '#core/queries/recording-queries.ts';
import { createFold } from '#core/fold/fold.ts';
import type { Delivery, Entry } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import type { LibraryRecording } from '../../proxy/server/library.ts';
import { libraryQueries } from '../../proxy/server/library-queries.ts';
import { MEMORY } from '../../proxy/store/connection/open.ts';
import { openStore } from '../../proxy/store/store.ts';
import { header } from '../support/recording-file.ts';

/** A recording that grows when a test appends entries. */
export function growingRecording() {
  const store = openStore(MEMORY);
  onTestFinished(() => store.close());
  const { no } = store.write.begin(header());
  const fold = createFold();
  return {
    recording: { store, no } satisfies LibraryRecording,
    append(entries: Iterable<Entry>, deliveries: Iterable<Delivery> = []): void {
      for (const entry of entries) fold.apply(entry);
      for (const delivery of deliveries) fold.deliver(delivery);
      store.write.append(no, { ...fold.take(), from: 0, to: 0 });
    },
  };
}

/** A recording of a conversation. */
export function libraryRecording(transcript: string): LibraryRecording {
  const { recording, append } = growingRecording();
  append(parseTranscript(transcript));
  return recording;
}

export const ports = { rest: () => rest(), now: () => performance.now() };

/** The answer is still wanted. */
export const stillWanted = () => true;

export type RowOptions = Partial<Omit<RowQuery, 'at'>> & { readonly from?: number; readonly around?: number };

/** Queries about recordings, with new caches. */
export function createTimeline() {
  const recordings = new Map<string, LibraryRecording>();
  const { find } = libraryQueries({ find: (id) => recordings.get(id) });
  const ids = new Map<LibraryRecording, string>();
  return (recording: LibraryRecording): RecordingQueries => {
    const id = ids.get(recording) ?? `r${ids.size}`;
    ids.set(recording, id);
    recordings.set(id, recording);
    const found = find(id);
    if (!found) throw new Error('no recording');
    return found;
  };
}

type Timeline = ReturnType<typeof createTimeline>;

/** The rows of the folded view, unless other options are given. */
export async function rows(
  timeline: Timeline,
  recording: LibraryRecording,
  { from = 0, around, ...asked }: RowOptions = {},
) {
  const at = around === undefined ? { from } : { around };
  const query: RowQuery = { view: 'folded', q: '', opened: [], collapsed: [], count: 500, ...asked, at };
  const window = await timeline(recording).rows(query, stillWanted);
  if (!window) throw new Error('no window');
  return window;
}

export const says = (text: string) =>
  `< session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"${text}"}}}`;

/** Two turns, with a message in each and a file in the first. */
export const CONVERSATION = `
  > 1 session/new {"cwd":"/work"}
  < 1 ok {"sessionId":"s"}
  > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Hi"}]}
  ${says('one ')}
  ${says('two')}
  < 9 fs/read_text_file {"sessionId":"s","path":"/a"}
  > 9 ok {"content":"text"}
  < 2 ok {"stopReason":"end_turn"}
  > 3 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"More"}]}
  ${says('three')}
  < 3 ok {"stopReason":"end_turn"}
  < | no message`;
