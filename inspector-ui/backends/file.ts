import { signal, type ReadonlySignal } from '@preact/signals';
import { AcptapError } from '#core/errors.ts';
import type { SideQuery } from '#core/model/compare.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { TimelinePorts } from '#core/rows/timeline-source.ts';
import type { Backend, FeedEvent } from './backend.ts';
import type { FileRecording, FileRecordings } from './file-recording.ts';

/** A file that the user dropped or chose. */
export interface PickedFile {
  readonly name: string;
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** Returns the part read so far, from 0 to 1. */
  readonly progress: () => number;
}

/** A file that is being read. After a failure, `problem` is the reason. */
export interface Opening {
  readonly name: string;
  /** The part read so far, from 0 to 1. */
  readonly progress: number;
  readonly entries: number;
  readonly problem: string | undefined;
}

export interface FilePorts extends TimelinePorts {
  /** Makes a URL for bytes. Revokes the previous one. */
  readonly urlOf: (bytes: Uint8Array) => string;
}

/** Files opened in the page. Their content never leaves the page. */
export interface Files {
  /** Ids of opened files and their names. Without the recording embedded in the page. */
  readonly opened: ReadonlySignal<ReadonlyMap<string, string>>;
  readonly opening: ReadonlySignal<readonly Opening[]>;
  /** Reads a file into memory. Returns its id, or undefined if that failed. `id`: only for the embedded recording. */
  readonly open: (file: PickedFile, id?: string) => Promise<string | undefined>;
  readonly close: (id: string) => void;
  /** Removes the error message of a file, or stops reading the file. */
  readonly dismiss: (name: string) => void;
}

/** Adds files of the page to the recordings of `base`. */
export function createFileBackend(
  base: Backend,
  ports: FilePorts,
): { readonly backend: Backend; readonly files: Files } {
  const recordings = new Map<string, FileRecording>();
  const opened = signal<ReadonlyMap<string, string>>(new Map());
  const opening = signal<readonly (Opening & { readonly abort: AbortController })[]>([]);
  const listeners = new Set<(event: FeedEvent) => void>();

  const emit = (event: FeedEvent) => {
    for (const listener of listeners) listener(event);
  };
  const change = (abort: AbortController, patch: Partial<Opening>) => {
    opening.value = opening.peek().map((each) => (each.abort === abort ? { ...each, ...patch } : each));
  };
  const forget = (leaves: (of: { readonly name: string; readonly abort: AbortController }) => boolean) => {
    opening.value = opening.peek().filter((each) => !leaves(each));
  };
  const dismiss = (name: string) => {
    for (const each of opening.peek()) if (each.name === name) each.abort.abort();
    forget((each) => each.name === name);
  };

  let loading: Promise<FileRecordings> | undefined;
  /** Loaded when needed, because a page of a server needs neither fold nor rules. */
  const load = () =>
    (loading ??= import('./file-recording.ts').then(({ createFileRecordings }) => createFileRecordings(ports)));

  async function read(file: PickedFile, abort: AbortController): Promise<FileRecording> {
    const progressed = (entries: number) => change(abort, { entries, progress: file.progress() });
    return (await load()).open(file.chunks(), progressed, abort.signal);
  }

  /** `a.acp.jsonl (2)` beside another recording of the same name. The same recording replaces its earlier state. */
  function nameFor(name: string, { summary }: FileRecording): string {
    const isTaken = (as: string) => ![undefined, summary.id].includes(recordings.get(`file:${as}`)?.summary.id);
    let free = name;
    for (let no = 2; isTaken(free); no++) free = `${name} (${no})`;
    return free;
  }

  const files: Files = {
    opened,
    opening,
    async open(file, own) {
      dismiss(file.name);
      const abort = new AbortController();
      opening.value = [...opening.peek(), { name: file.name, progress: 0, entries: 0, problem: undefined, abort }];
      try {
        const recording = await read(file, abort);
        const name = nameFor(file.name, recording);
        const id = own ?? `file:${name}`;
        recordings.set(id, recording);
        if (own === undefined) opened.value = new Map([...opened.peek(), [id, name]]);
        emit({ kind: 'recordings', recordings: [{ ...recording.summary, id }] });
        forget((each) => each.abort === abort);
        return id;
      } catch (cause) {
        change(abort, { problem: problemOf(cause) });
        return undefined;
      }
    },
    close(id) {
      if (!recordings.delete(id)) return;
      opened.value = new Map([...opened.peek()].filter(([each]) => each !== id));
      emit({ kind: 'removed', ids: [id] });
    },
    dismiss,
  };

  return { backend: { ...base, ...answers(base, recordings, ports, load), listen: listening(base, listeners) }, files };
}

/** Merges the events of the base and of files. */
const listening =
  (base: Backend, listeners: Set<(event: FeedEvent) => void>): Backend['listen'] =>
  (listener) => {
    const stop = base.listen(listener);
    listeners.add(listener);
    return () => {
      stop();
      listeners.delete(listener);
    };
  };

/** Answers from memory if the recording is an opened file, else from the base. */
function answers(
  base: Backend,
  recordings: ReadonlyMap<string, FileRecording>,
  { urlOf }: FilePorts,
  load: () => Promise<FileRecordings>,
) {
  const find = (recording: string) => recordings.get(recording);
  const named = (): readonly RecordingSummary[] => [...recordings].map(([id, { summary }]) => ({ ...summary, id }));
  return {
    follow: (recording) => (find(recording) ? () => {} : base.follow(recording)),
    recordings: async () => [...named(), ...(await base.recordings())],
    rows: (recording, query, aborted) => find(recording)?.rows(query, aborted) ?? base.rows(recording, query, aborted),
    seek: (recording, query, aborted) => find(recording)?.seek(query, aborted) ?? base.seek(recording, query, aborted),
    overview: (recording, q, buckets, aborted) =>
      find(recording)?.overview(q, buckets, aborted) ?? base.overview(recording, q, buckets, aborted),
    turns: async (recording, aborted, to) => find(recording)?.turns(to) ?? base.turns(recording, aborted, to),
    values: (recording, field, aborted) =>
      find(recording)?.values(field, aborted) ?? base.values(recording, field, aborted),
    conversation: (recording, query, aborted) =>
      find(recording)?.conversation(query, aborted) ?? base.conversation(recording, query, aborted),
    seekCard: (recording, query, aborted) =>
      find(recording)?.seekCard(query, aborted) ?? base.seekCard(recording, query, aborted),
    files: (recording, query, aborted) =>
      find(recording)?.files(query, aborted) ?? base.files(recording, query, aborted),
    operations: (recording, query, aborted) =>
      find(recording)?.operations(query, aborted) ?? base.operations(recording, query, aborted),
    entry: async (recording, seq, aborted) => find(recording)?.entry(seq) ?? base.entry(recording, seq, aborted),
    findings: (recording, q, aborted) => find(recording)?.findings(q, aborted) ?? base.findings(recording, q, aborted),
    report: async (recording, aborted) => find(recording)?.report() ?? base.report(recording, aborted),
    stats: async (recording, aborted) => find(recording)?.stats() ?? base.stats(recording, aborted),
    info: async (recording, aborted) => find(recording)?.info() ?? base.info(recording, aborted),
    compare: async (left, right, aborted) => {
      if (!find(left.recording) && !find(right.recording)) return base.compare(left, right, aborted);
      // Content of a file must not leave the page: so the server's steps come here.
      const stepsOf = ({ recording }: SideQuery) => find(recording)?.steps(aborted) ?? base.steps(recording, aborted);
      const [leftSteps, rightSteps] = [await stepsOf(left), await stepsOf(right)];
      return (await load()).compare({ ...left, steps: leftSteps }, { ...right, steps: rightSteps }, aborted);
    },
    steps: async (recording, aborted) => find(recording)?.steps(aborted) ?? base.steps(recording, aborted),
    share: (recording, query, aborted) =>
      find(recording)?.share(query, aborted) ?? base.share(recording, query, aborted),
    saveUrl: async (recording, request, aborted) => {
      const file = find(recording);
      if (!file) return base.saveUrl(recording, request, aborted);
      const lines = await file.share(request.share, aborted);
      if (!request.page) return urlOf(new TextEncoder().encode(lines));
      const { pageWith } = await import('./save-page.ts');
      return urlOf(await pageWith(await base.offlinePage(aborted), file.summary.id, lines));
    },
    bytesUrl: async (recording, seq) => {
      const file = find(recording);
      return file ? urlOf(file.bytes(seq)) : base.bytesUrl(recording, seq);
    },
  } satisfies Partial<Backend>;
}

/** Returns the reason why a file cannot be read, in words for the user. */
function problemOf(cause: unknown): string {
  if (cause instanceof AcptapError) return cause.message;
  return `it cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`;
}
