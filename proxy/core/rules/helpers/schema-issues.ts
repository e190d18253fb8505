import type { Issue } from '#core/protocol/issue.ts';
import type { ProtocolVersion } from '#core/protocol/methods.ts';
import { validateError, validateParams, validateResult } from '#core/protocol/validate.ts';
import type { AnsweredExchange } from '#core/trace/exchanges.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import type { Trace } from '#core/trace/trace.ts';
import { opposite } from '#core/wire/entry.ts';
import type { Breach, Call, Verdict, Watcher } from '../engine/rule.ts';
import { maySpeakNewer } from './newer-peer.ts';

/** The location of a checked value. */
interface Spot {
  readonly ref: MessageRef;
  readonly method: string;
  /** The request that a result answers. */
  readonly request?: MessageRef;
}

/** The values that a rule checks, and the issues that it reports. */
interface Interest {
  readonly in: 'params' | 'results' | 'both';
  wants(issue: Issue, spot: Spot): boolean;
  /** Undefined for an issue that was already reported. */
  breachOf(issue: Issue, spot: Spot, trace: Trace): Breach | undefined;
}

/** Watches the values of messages. Each value that has a schema is one occasion. */
export function watchValues({ in: where, wants, breachOf }: Interest): Watcher {
  function judge(issues: readonly Issue[] | undefined, spot: Spot, verdict: Verdict, trace: Trace): void {
    if (issues === undefined) return;
    let found = false;
    for (const issue of issues) {
      if (!wants(issue, spot)) continue;
      found = true;
      const breach = breachOf(issue, spot, trace);
      if (breach) verdict.broken(breach);
    }
    if (!found) verdict.kept();
  }

  const call: NonNullable<Watcher['call']> = (message, verdict, trace) => {
    const { method, params, ref } = message;
    if (params !== undefined && typeof params !== 'object') return; // jsonrpc/envelope-is-well-formed
    judge(paramsIssues(message, trace), { method, ref }, verdict, trace);
  };
  const answered: NonNullable<Watcher['answered']> = ({ exchange }, verdict, trace) => {
    const { method, closed, opened } = exchange;
    judge(resultIssues(exchange, trace), { method, ref: closed, request: opened }, verdict, trace);
  };
  return { ...(where === 'results' ? {} : { call }), ...(where === 'params' ? {} : { answered }) };
}

function paramsIssues({ method, params, ref, exchange }: Call, trace: Trace): readonly Issue[] | undefined {
  const kind = exchange ? 'request' : 'notification';
  return inVersion(trace, params, (version) => validateParams({ kind, params }, { method, version, from: ref.from }));
}

function resultIssues({ method, outcome, closed }: AnsweredExchange, trace: Trace) {
  if (!outcome) return undefined;
  const { from } = closed;
  return inVersion(trace, outcome, (version) =>
    outcome.ok ? validateResult(outcome.result, { method, version, from }) : validateError(outcome.error, version),
  );
}

type Issues = readonly Issue[] | undefined;

/**
 * Caches the issues of the last value and version, because several rules ask for them one after the other. All judges
 * can share it.
 */
const latest: { value: unknown; version: ProtocolVersion | undefined; issues: Issues } = {
  value: undefined,
  version: undefined,
  issues: undefined,
};

/** Returns the issues of `value`. Before the handshake decides the version, either version may allow it. */
function inVersion(trace: Trace, value: unknown, look: (version: ProtocolVersion) => Issues): Issues {
  const version = trace.version();
  const isObject = typeof value === 'object' && value !== null;
  if (isObject && latest.value === value && latest.version === version) return latest.issues;
  const first = look(version ?? 1);
  const isDecided = version !== undefined || (first && !first.some(isHard));
  const issues = isDecided ? first : eitherOf(first, look(2));
  if (isObject) Object.assign(latest, { value, version, issues });
  return issues;
}

const eitherOf = (first: Issues, second: Issues): Issues =>
  second && !second.some(isHard) ? second : (first ?? second);

const isHard = ({ grade }: Issue) => grade === 'hard';

/** The breach for an issue. An unknown variant that may be newer than the tables is only a note. */
export function toBreach(issue: Issue, spot: Spot, trace: Trace): Breach {
  const mayBeNewer = issue.what === 'variant' && issue.didYouMean === undefined;
  const breach = breachOf(issue, spot);
  return mayBeNewer && maySpeakNewer(trace, opposite(spot.ref.from)) ? { ...breach, grade: 'note' } : breach;
}

const breachOf = (issue: Issue, { ref, request }: Spot): Breach => ({
  seq: ref.seq,
  side: ref.from,
  message: issue.message,
  seen: issue.seen,
  expected: issue.expected,
  pointer: issue.pointer,
  ...(request ? { related: [request.seq] } : {}),
});

/** How many different issues are reported. More have one cause. */
const MAX_REPORTED = 1024;

/** Reports each issue once for each side, ignoring list indexes: an agent repeats a mistake with every chunk. */
export function reportOnce() {
  const reported = new Set<string>();
  return (issue: Issue, spot: Spot): Breach | undefined => {
    const path = issue.pointer.replace(/\/\d+(?=\/|$)/g, '/*');
    const key = `${spot.ref.from} ${spot.method} ${path} ${issue.message.replace(/\[\d+\]/g, '')}`;
    if (reported.has(key) || reported.size >= MAX_REPORTED) return undefined;
    reported.add(key);
    return breachOf(issue, spot);
  };
}
