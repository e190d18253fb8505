import { AcptapError } from '#core/errors.ts';
import type { Entry } from '#core/wire/entry.ts';
import { startAgent } from '../agent-process/agent-process.ts';
import { toPlaybook } from '../replay/playbook/to-playbook.ts';
import { recordedJournal } from '../replay/player/journal.ts';
import type { ReplayedAgent } from '../replay/replayed-agent.ts';
import type { ReplayReport } from '../replay/report/report.ts';

/** The conversation of a client and a real agent. */
export interface LiveRecording {
  readonly entries: readonly Entry[];
  readonly command: readonly string[];
  readonly cwd: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/** A real agent during its recording. */
interface RecordingAgent {
  readonly agent: ReplayedAgent;
  /** How the agent failed before it was stopped, with the end of its stderr; undefined if it did not fail. */
  readonly death: () => string | undefined;
  readonly close: () => Promise<LiveRecording>;
}

/** Limit for a runaway agent. */
const BOUNDS = { bytes: 1024 * 1024 * 1024, entries: 2_000_000 };

/**
 * Starts a real agent in place of a replayed one, and records the conversation. `close` ends its process group: closes
 * its stdin, then terminates it, then kills it.
 * @throws {AcptapError} `usage` when it cannot be started.
 */
export async function recordAgent(
  command: readonly [string, ...string[]],
  where: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv },
): Promise<RecordingAgent> {
  const controllers: ReadableStreamDefaultController<Uint8Array>[] = [];
  const readable = new ReadableStream<Uint8Array>({
    start: (controller) => void controllers.push(controller),
    cancel: () => void controllers.pop(), // the client reads no more; the agent may go on
  });
  const live = startAgent(
    command,
    (entry) => {
      if (entry.kind === 'frame' && entry.from === 'agent') controllers[0]?.enqueue(entry.bytes);
    },
    BOUNDS,
    where,
  );
  if (!live.identity) {
    const { failure } = await live.ended;
    throw new AcptapError('usage', `the agent cannot be recorded: ${failure}`);
  }
  let stopping: Promise<unknown> | undefined;
  const stop = async () => void (await (stopping ??= live.stop()));
  let death: string | undefined;
  const ended = live.ended.then(({ code, signal }) => {
    if (!stopping && code !== 0) death = `${sayEnd(code, signal)} while it was recorded${endOfStderr(live.entries)}`;
    controllers.pop()?.close();
    return reportOf(live.entries);
  });
  return {
    agent: {
      readable,
      writable: new WritableStream<Uint8Array>({ write: (chunk) => live.write(chunk), close: stop, abort: stop }),
      ended,
      async finished() {
        await stop();
        return ended;
      },
      get journal() {
        return journalOf(live.entries);
      },
      waitingFor: () => undefined,
      stop: () => void stop(),
    },
    death: () => death,
    async close() {
      await stop();
      await ended;
      return { entries: live.entries, command, cwd: where.cwd ?? process.cwd(), startedAt: live.startedAt };
    },
  };
}

const sayEnd = (code: number | null, signal: string | null) =>
  `the agent ended with ${signal === null ? `exit code ${code}` : `the signal ${signal}`}`;

/** Characters kept of stderr, and lines of them. */
const LAST = 2000;
const LAST_LINES = 10;

function endOfStderr(entries: readonly Entry[]): string {
  const bytes = entries.flatMap((entry) => (entry.kind === 'stderr' ? [entry.bytes] : []));
  const text = Buffer.concat(bytes).toString().trimEnd().slice(-LAST);
  if (text === '') return '; it wrote nothing to stderr';
  const lines = text.split('\n').slice(-LAST_LINES);
  return `; its stderr ended with\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

const journalOf = (entries: readonly Entry[]) => recordedJournal(toPlaybook(entries).client);

/** The report of a recording that has just been made: complete. */
function reportOf(entries: readonly Entry[]): ReplayReport {
  const journal = journalOf(entries);
  return {
    recording: null,
    outcome: 'complete',
    played: entries.filter((entry) => entry.kind === 'frame' && entry.from === 'agent').length,
    received: journal.length,
    unused: [],
    unplayed: [],
    unrecorded: [],
    divergences: [],
    moreDivergences: 0,
    missingCapabilities: [],
    notes: ['recorded, not replayed'],
    branch: null,
    waitedFor: null,
    failure: null,
    journal,
  };
}
