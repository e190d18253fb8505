import { INTERNAL_ERROR } from '#core/protocol/error-codes.ts';
import { AcptapError } from '#core/errors.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry } from '#core/wire/entry.ts';
import { visible } from '#core/wire/visible.ts';
import { startAgent } from '../agent-process/agent-process.ts';
import type { ClientFinding, ReplayReport } from '../replay/model/replay-report.ts';
import { toPlaybook } from '../replay/playbook/to-playbook.ts';
import { recordedJournal } from '../replay/player/journal.ts';
import type { ReplayedAgent } from '../replay/replayed-agent.ts';
import { createVerification } from '../replay/report/verify.ts';
import { listRequests, watchSilence } from './watch-silence.ts';

/** The conversation of a client and a real agent. */
export interface LiveRecording {
  readonly entries: readonly Entry[];
  readonly command: readonly string[];
  readonly cwd: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/** A real agent during its recording. */
export interface RecordingAgent {
  readonly agent: ReplayedAgent;
  /**
   * Why the recording is no fixture, with the end of the agent's stderr: nobody answered in time, or the agent died;
   * undefined if neither happened.
   */
  readonly trouble: () => { readonly kind: 'silence' | 'death'; readonly message: string } | undefined;
  /** Describes the agent's state, with the end of its stderr. */
  readonly state: () => string;
  readonly waitingFor: () => string | undefined;
  readonly close: () => Promise<LiveRecording>;
}

interface Setting {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Judges the client, as a replay with `verify` does. */
  readonly verify?: boolean;
  /** How long both sides may be silent while a request is open, in milliseconds. Undefined: for ever. */
  readonly limit: number | undefined;
}

/** Limits for a runaway agent. */
const BOUNDS = { bytes: 1024 * 1024 * 1024, entries: 2_000_000 };

/**
 * Starts a real agent in place of a replayed one, and records the conversation. When nobody answers in time, answers
 * the client's open requests with an error and ends the agent. `close` ends its process group: closes its stdin, then
 * terminates it, then kills it.
 * @throws {AcptapError} `usage` when it cannot be started.
 */
export async function recordAgent(
  command: readonly [string, ...string[]],
  { limit, verify = false, ...where }: Setting,
): Promise<RecordingAgent> {
  const controllers: ReadableStreamDefaultController<Uint8Array>[] = [];
  const readable = new ReadableStream<Uint8Array>({
    start: (controller) => void controllers.push(controller),
    cancel: () => void controllers.pop(), // the client reads no more; the agent may write on
  });
  const silence = watchSilence(limit, giveUp);
  const live = startAgent(
    command,
    (entry) => {
      if (entry.kind === 'frame' && entry.from === 'agent') controllers[0]?.enqueue(entry.bytes);
      silence.apply(entry);
    },
    BOUNDS,
    where,
  );
  if (!live.identity) {
    const { failure } = await live.ended;
    throw new AcptapError('usage', `the agent cannot be recorded: ${failure}`);
  }
  let stopping: Promise<unknown> | undefined;
  const stop = async () => {
    silence.stop();
    await (stopping ??= live.stop());
  };
  let exit: string | undefined;
  let trouble: ReturnType<RecordingAgent['trouble']>;
  const ended = live.ended.then(({ code, signal }) => {
    exit = `ended with ${signal === null ? `exit code ${code}` : `the signal ${signal}`}`;
    const unanswered = silence.openRequests();
    if (!stopping && (code !== 0 || unanswered.length > 0)) {
      const open = unanswered.length === 0 ? '' : `; it had not answered ${listRequests(unanswered)}`;
      trouble = {
        kind: 'death',
        message: `the agent ${exit} while it was recorded${open}${endOfStderr(live.entries)}`,
      };
    }
    silence.stop();
    controllers.pop()?.close();
    const report = reportOf(live.entries, trouble?.kind === 'silence' ? trouble.message : undefined);
    if (!verify) return report;
    return { ...report, findings: clientFindings(live.entries) };
  });
  const state = () => `the agent ${exit ?? 'was still running'}${endOfStderr(live.entries)}`;

  function giveUp(waited: string): void {
    const message = `${waited}; ${state()}`;
    trouble = { kind: 'silence', message };
    const client = controllers.pop(); // it gets nothing more of the agent
    for (const { id } of silence.openRequests()) client?.enqueue(errorFor(id, message));
    client?.close();
    void stop();
  }

  async function finished(): Promise<ReplayReport> {
    await stop();
    const report = await ended;
    if (report.failure !== null) throw new Error(report.failure);
    return report;
  }

  return {
    agent: {
      readable,
      writable: new WritableStream<Uint8Array>({ write: (chunk) => live.write(chunk), close: stop, abort: stop }),
      ended,
      finished,
      get journal() {
        return journalOf(live.entries);
      },
      waitingFor: silence.waitingFor,
      stop: () => void stop(),
    },
    trouble: () => trouble,
    state,
    waitingFor: silence.waitingFor,
    async close() {
      await stop();
      await ended;
      return { entries: live.entries, command, cwd: where.cwd ?? process.cwd(), startedAt: live.startedAt };
    },
  };
}

/** The error response to a request that the agent does not answer any more. */
const errorFor = (id: string, message: string): Uint8Array =>
  encodeUtf8(
    `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code: INTERNAL_ERROR, message: `acptap: ${message}` })}}\n`,
  );

/** Characters kept of stderr, and lines of them. */
const LAST = 2000;
const LAST_LINES = 10;

function endOfStderr(entries: readonly Entry[]): string {
  const bytes = entries.flatMap((entry) => (entry.kind === 'stderr' ? [entry.bytes] : []));
  const text = Buffer.concat(bytes).toString().trimEnd().slice(-LAST);
  if (text === '') return '; it wrote nothing to stderr';
  const lines = text.split('\n').slice(-LAST_LINES);
  return `; its stderr ended with\n${lines.map((line) => `  ${visible(line)}`).join('\n')}`;
}

const journalOf = (entries: readonly Entry[]) => recordedJournal(toPlaybook(entries).client);

function clientFindings(entries: readonly Entry[]): readonly ClientFinding[] {
  const verification = createVerification();
  for (const entry of entries)
    if (entry.kind === 'frame') verification.check(entry.from, entry.bytes, Number(entry.elapsed) / 1000);
  return verification.finish(true);
}

/** The report of a recording that has just been made; `failure` is the reason why the recording was stopped. */
function reportOf(entries: readonly Entry[], failure: string | undefined): ReplayReport {
  const journal = journalOf(entries);
  return {
    recording: null,
    outcome: failure === undefined ? 'complete' : 'incomplete',
    played: entries.filter((entry) => entry.kind === 'frame' && entry.from === 'agent').length,
    received: journal.length,
    unused: [],
    missing: [],
    unplayed: [],
    unrecorded: [],
    divergences: [],
    moreDivergences: 0,
    missingCapabilities: [],
    notes: ['recorded, not replayed'],
    branch: null,
    waitedFor: null,
    failure: failure ?? null,
    journal,
  };
}
