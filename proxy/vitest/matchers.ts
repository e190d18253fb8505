import { catalogue } from '#core/rules/catalogue.ts';
import { endOf, judgeRecording } from '#core/rules/engine/judge-recording.ts';
import { fromGrade, type Grade } from '#core/model/finding.ts';
import type { Finding } from '#core/rules/engine/rule.ts';
import type { Entry, Side } from '#core/wire/entry.ts';
import type { ReplayReport } from '../replay/model/replay-report.ts';
import type { ReplayedAgent } from '../replay/replayed-agent.ts';
import { hasError } from '../replay/report/is-failure.ts';
import { renderFindings, renderReport } from '../replay/report/render-report.ts';
import { RECORD_AGAIN, ReplayDivergence } from '../replay/report/replay-divergence.ts';
import { NOTHING } from '../replay/report/reporting.ts';

export interface ConformOptions {
  /** The side whose findings count. Default: both; in a replay the live client. */
  readonly side?: Side;
  /** The mildest grade that counts. Default: `error`. */
  readonly failOn?: Grade;
}

interface Outcome {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * Passes if both sides of a replay, or of its report, said everything recorded and nothing else, and each fault acted.
 * Findings of `verify` do not count for a replay: they are for `toConform`. A report fails for an error of the client.
 */
export async function toHaveReplayedCompletely(received: unknown, calledBy?: string): Promise<Outcome> {
  const report = await reportOf(received, calledBy, true);
  if (!report) throw new TypeError('toHaveReplayedCompletely takes what replayAgent gives, or its report');
  const idle = report.faults?.find(({ touched }) => touched === 0);
  const isReport = report === received; // a replay reports its findings when the test ends
  const pass = report.outcome === 'complete' && !idle && !(isReport && hasError(report.findings));
  const untouched = idle
    ? `the fault "${idle.fault}" touched no frame, so the test shows nothing: look at its filter\n\n`
    : '';
  const text = renderReport(report, { findings: 'last' });
  const advice = adviceOf(report);
  return {
    pass,
    message: () => (pass ? `not expected: ${text}` : `${untouched}${text}${advice && `\n\n${advice}`}`),
  };
}

function adviceOf({ outcome, divergences, lastFault }: ReplayReport): string {
  if (typeof lastFault === 'string') return FAULTED;
  return divergences.some(({ received }) => received === NOTHING) ? SLOW : ADVICE[outcome];
}

const FAULTED =
  'a fault may make a replay incomplete or diverge: write "await replay.finished()" instead, and check what the client shows';

const SLOW =
  'a client that is only slow needs a longer timeout of the test, or of replayAgent (timeout, personTimeout)';

const ADVICE = {
  complete: '',
  incomplete: 'if the test needs only this part of the recording, write "await replay.finished()" instead',
  diverged: RECORD_AGAIN,
} as const satisfies Record<ReplayReport['outcome'], string>;

/** Passes when no rule reports a finding that counts. */
export async function toConform(
  received: unknown,
  { side, failOn = 'error' }: ConformOptions = {},
  calledBy?: string,
): Promise<Outcome> {
  const all = await findingsOf(received, side, calledBy);
  const counted = new Set(fromGrade(failOn));
  const findings = all.filter((finding) => counted.has(finding.grade) && (side === undefined || finding.side === side));
  const whose = side === undefined ? '' : ` of the ${side}`;
  return {
    pass: findings.length === 0,
    message: () =>
      findings.length === 0
        ? `nothing breaks the protocol, which was not expected (${failOn}s${whose} were looked for)`
        : `${renderFindings(findings)}\n\n${count(findings.length)}${whose} against the protocol; "npx acptap rules ${findings[0]?.rule}" explains the ${findings.length === 1 ? 'rule' : 'first rule'}`,
  };
}

async function findingsOf(
  received: unknown,
  side: Side | undefined,
  calledBy: string | undefined,
): Promise<readonly (Finding & { frame?: string })[]> {
  const entries = entriesOf(received);
  if (entries) return judge(entries);
  const report = await reportOf(received, calledBy);
  if (!report) throw new TypeError('toConform takes a recording, its entries, or a replay that was made with verify');
  if (!report.findings) throw new TypeError('this replay was not judged: give replayAgent the option verify: true');
  if (side === 'agent') throw new TypeError('of a replay, the client is judged; for its agent give the recording');
  return report.findings;
}

function judge(entries: readonly Entry[]): readonly Finding[] {
  const last = entries.findLast(({ kind }) => kind === 'event');
  const event = last?.kind === 'event' ? last.event : undefined;
  const signal = event && 'signal' in event && typeof event.signal === 'string' ? event.signal : null;
  const state = event?.event === 'exit' ? 'ended' : 'interrupted';
  return judgeRecording(entries, catalogue, endOf({ state, exit: { signal } })).findings;
}

function entriesOf(received: unknown): readonly Entry[] | undefined {
  if (Array.isArray(received)) return received as readonly Entry[]; // no other array is allowed here
  const isRecording = typeof received === 'object' && received !== null && 'entries' in received;
  return isRecording && Array.isArray(received.entries) ? (received.entries as readonly Entry[]) : undefined;
}

/** `calledBy` names the assertion where its `await` is missing. */
async function reportOf(
  received: unknown,
  calledBy: string | undefined,
  ignoresFindings = false,
): Promise<ReplayReport | undefined> {
  if (typeof received !== 'object' || received === null) return undefined;
  if ('outcome' in received && 'divergences' in received) return received as ReplayReport;
  if (!('finished' in received) || typeof received.finished !== 'function') return undefined;
  try {
    return await (received as ReplayedAgent).finished(calledBy, ignoresFindings);
  } catch (cause) {
    if (cause instanceof ReplayDivergence) return cause.report;
    throw cause;
  }
}

const count = (number: number) => (number === 1 ? '1 finding' : `${number} findings`);
