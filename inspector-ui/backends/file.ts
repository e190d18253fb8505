import { signal, type ReadonlySignal } from '@preact/signals';
import type { RecordingSummary } from '#core/contract/api.ts';
import type { SideQuery } from '#core/contract/compare.ts';
import { AcptapError } from '#core/errors.ts';
import type { TimelinePorts } from '#core/timeline/source.ts';
import type { Backend, FeedEvent } from './backend.ts';
import type { FileRecording } from './file-recording.ts';

/** A file as the browser hands it over: by dropping it, or by choosing it. */
export interface PickedFile {
  readonly name: string;
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** How much of it was read by now, from 0 to 1. */
  readonly progress: () => number;
}

/** A file that is being read, or could not be: then `problem` says why. */
export interface Opening {
  readonly name: string;
  /** How much of it was read, from 0 to 1. */
  readonly progress: number;
  readonly entries: number;
  readonly problem: string | undefined;
}

export interface FilePorts extends TimelinePorts {
  /** An address under which the page itself can hand bytes out; the one before is given back. */
  readonly urlOf: (bytes: Uint8Array) => string;
}

/** Files of the page beside what a backend has. Nothing of them leaves the page. */
export interface Files {
  /** The ids of opened files, and their names. Without the one that the page itself carries. */
  readonly opened: ReadonlySignal<ReadonlyMap<string, string>>;
  readonly opening: ReadonlySignal<readonly Opening[]>;
  /** Reads a file into memory. Gives the id it is shown under, or undefined when it could not be read. `id`: of what the page carries. */
  readonly open: (file: PickedFile, id?: string) => Promise<string | undefined>;
  readonly close: (id: string) => void;
  /** Takes back what is said of a file that could not be read, or stops reading it. */
  readonly dismiss: (name: string) => void;
}

/** The backend for files alone, or for files beside those of `base`. */
export function createFileBackend(
  base: Backend,
  ports: FilePorts,
): { readonly backend: Backend; readonly files: Files } {
  const recordings = new Map<string, FileRecording>();
  const opened = signal<ReadonlyMap<string, string>>(new Map());
  const opening = signal<readonly (Opening & { readonly abort: AbortController })[]>([]);
  const listeners = new Set<(event: FeedEvent) => void>();

  const tell = (event: FeedEvent) => {
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

  async function read(file: PickedFile, abort: AbortController): Promise<FileRecording> {
    const { openRecording } = await import('./file-recording.ts'); // the fold, the rules: a page of a server has no use for them
    const told = (entries: number) => change(abort, { entries, progress: file.progress() });
    return openRecording(file.chunks(), ports, told, abort.signal);
  }

  const files: Files = {
    opened,
    opening,
    async open(file, own) {
      const id = own ?? `file:${file.name}`;
      dismiss(file.name);
      const abort = new AbortController();
      opening.value = [...opening.peek(), { name: file.name, progress: 0, entries: 0, problem: undefined, abort }];
      try {
        const recording = await read(file, abort);
        recordings.set(id, recording);
        if (own === undefined) opened.value = new Map([...opened.peek(), [id, file.name]]);
        forget((each) => each.abort === abort);
        tell({ kind: 'recordings', recordings: [{ ...recording.summary, id }] });
        return id;
      } catch (cause) {
        change(abort, { problem: problemOf(cause) });
        return undefined;
      }
    },
    close(id) {
      if (!recordings.delete(id)) return;
      opened.value = new Map([...opened.peek()].filter(([each]) => each !== id));
      tell({ kind: 'removed', ids: [id] });
    },
    dismiss,
  };

  return { backend: { ...base, ...answers(base, recordings, ports), listen: listening(base, listeners) }, files };
}

/** What the base tells, and what happens to files. */
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

/** Asks the file where the recording is one, else the base. */
function answers(base: Backend, recordings: ReadonlyMap<string, FileRecording>, ports: FilePorts) {
  const { urlOf } = ports;
  const of = (recording: string) => recordings.get(recording);
  const named = (): readonly RecordingSummary[] => [...recordings].map(([id, { summary }]) => ({ ...summary, id }));
  return {
    follow: (recording) => (of(recording) ? () => {} : base.follow(recording)),
    recordings: async () => [...named(), ...(await base.recordings())],
    rows: (recording, query, aborted) => of(recording)?.rows(query, aborted) ?? base.rows(recording, query, aborted),
    seek: (recording, query, aborted) => of(recording)?.seek(query, aborted) ?? base.seek(recording, query, aborted),
    overview: (recording, q, buckets, aborted) =>
      of(recording)?.overview(q, buckets, aborted) ?? base.overview(recording, q, buckets, aborted),
    turns: async (recording, aborted) => of(recording)?.turns() ?? base.turns(recording, aborted),
    values: (recording, field, aborted) => of(recording)?.values(field) ?? base.values(recording, field, aborted),
    conversation: (recording, query, aborted) =>
      of(recording)?.conversation(query, aborted) ?? base.conversation(recording, query, aborted),
    entry: async (recording, seq, aborted) => of(recording)?.entry(seq) ?? base.entry(recording, seq, aborted),
    findings: (recording, q, aborted) => of(recording)?.findings(q, aborted) ?? base.findings(recording, q, aborted),
    report: async (recording, aborted) => of(recording)?.report() ?? base.report(recording, aborted),
    stats: async (recording, aborted) => of(recording)?.stats() ?? base.stats(recording, aborted),
    info: async (recording, aborted) => of(recording)?.info() ?? base.info(recording, aborted),
    compare: async (left, right, aborted) => {
      if (!of(left.recording) && !of(right.recording)) return base.compare(left, right, aborted);
      // Nothing of a file leaves the page: what the server has comes here.
      const stepsOf = ({ recording }: SideQuery) => of(recording)?.steps(aborted) ?? base.steps(recording, aborted);
      const [leftSteps, rightSteps] = [await stepsOf(left), await stepsOf(right)];
      const { compareHere } = await import('./compare-here.ts');
      return compareHere({ ...left, steps: leftSteps }, { ...right, steps: rightSteps }, ports, aborted);
    },
    steps: async (recording, aborted) => of(recording)?.steps(aborted) ?? base.steps(recording, aborted),
    share: (recording, query, aborted) => of(recording)?.share(query, aborted) ?? base.share(recording, query, aborted),
    bytesUrl: async (recording, seq) => {
      const file = of(recording);
      return file ? urlOf(file.bytes(seq)) : base.bytesUrl(recording, seq);
    },
  } satisfies Partial<Backend>;
}

/** Why a file is not shown, in words for whoever dropped it. */
function problemOf(cause: unknown): string {
  if (cause instanceof AcptapError) return cause.message;
  return `it cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`;
}
