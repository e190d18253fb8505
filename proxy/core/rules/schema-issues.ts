import type { Issue } from '#core/protocol/issue.ts';
import type { ProtocolVersion } from '#core/protocol/methods.ts';
import { validateError, validateParams, validateResult } from '#core/protocol/validate.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { Place } from '#core/trace/place.ts';
import type { Trace } from '#core/trace/trace.ts';
import { opposite } from '#core/wire/entry.ts';
import { maySpeakNewer } from './newer-peer.ts';
import type { Breach, Call, Verdict, Watcher } from './rule.ts';

/** Where a checked value stands. */
interface Spot {
  readonly place: Place;
  readonly method: string;
  /** The request that a result answers. */
  readonly request?: Place;
}

/** What a rule about values listens to, and which of their mistakes it is about. */
interface Interest {
  readonly in: 'params' | 'results' | 'both';
  wants(issue: Issue, spot: Spot): boolean;
  /** Undefined for what has been told. */
  tell(issue: Issue, spot: Spot, trace: Trace): Breach | undefined;
}

/** Watches the values of messages: one occasion for each that there is something to check against. */
export function watchValues({ in: where, wants, tell }: Interest): Watcher {
  function judge(issues: readonly Issue[] | undefined, spot: Spot, verdict: Verdict, trace: Trace): void {
    if (issues === undefined) return;
    let found = false;
    for (const issue of issues) {
      if (!wants(issue, spot)) continue;
      found = true;
      const breach = tell(issue, spot, trace);
      if (breach) verdict.broken(breach);
    }
    if (!found) verdict.kept();
  }

  const call: NonNullable<Watcher['call']> = (message, verdict, trace) => {
    const { method, params, place } = message;
    if (params !== undefined && typeof params !== 'object') return; // jsonrpc/envelope-is-well-formed
    judge(paramsIssues(message, trace), { method, place }, verdict, trace);
  };
  const answered: NonNullable<Watcher['answered']> = ({ exchange }, verdict, trace) => {
    const { method, closed, opened } = exchange;
    judge(resultIssues(exchange, trace), { method, place: closed, request: opened }, verdict, trace);
  };
  return { ...(where === 'results' ? {} : { call }), ...(where === 'params' ? {} : { answered }) };
}

function paramsIssues({ method, params, place, exchange }: Call, trace: Trace): readonly Issue[] | undefined {
  const kind = exchange ? 'request' : 'notification';
  return inVersion(trace, params, (version) => validateParams({ kind, params }, { method, version, from: place.from }));
}

function resultIssues({ method, outcome, closed }: Exchange & { readonly closed: Place }, trace: Trace) {
  if (!outcome) return undefined;
  const { from } = closed;
  return inVersion(trace, outcome, (version) =>
    outcome.ok ? validateResult(outcome.result, { method, version, from }) : validateError(outcome.error, version),
  );
}

type Issues = readonly Issue[] | undefined;

/**
 * The issues of the value that was judged last, with the version: several rules ask for them, one after the other. Only a cache, so that
 * it does not matter which judge has filled it.
 */
const latest: { value: unknown; version: ProtocolVersion | undefined; issues: Issues } = {
  value: undefined,
  version: undefined,
  issues: undefined,
};

/** While nothing has decided the version, what one of them allows is no mistake. `value` is what the issues are of. */
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

/** The finding for an issue. A kind of thing that may be newer than the tables is worth a note, whatever receivers of today do with it. */
export function toBreach(issue: Issue, spot: Spot, trace: Trace): Breach {
  const mayBeNewer = issue.what === 'variant' && issue.didYouMean === undefined;
  const breach = breachOf(issue, spot);
  return mayBeNewer && maySpeakNewer(trace, opposite(spot.place.from)) ? { ...breach, grade: 'note' } : breach;
}

const breachOf = (issue: Issue, { place, request }: Spot): Breach => ({
  seq: place.seq,
  side: place.from,
  message: issue.message,
  seen: issue.seen,
  expected: issue.expected,
  pointer: issue.pointer,
  ...(request ? { related: [request.seq] } : {}),
});

/** How many different things are told once each. More than that is one mistake, made by a program. */
const MOST_TOLD = 1024;

/** Tells each thing once for each side, wherever in a list it stands: an agent repeats its mistakes with every chunk. */
export function tellOnce() {
  const told = new Set<string>();
  return (issue: Issue, spot: Spot): Breach | undefined => {
    const path = issue.pointer.replace(/\/\d+(?=\/|$)/g, '/*');
    const key = `${spot.place.from} ${spot.method} ${path} ${issue.message.replace(/\[\d+\]/g, '')}`;
    if (told.has(key) || told.size >= MOST_TOLD) return undefined;
    told.add(key);
    return breachOf(issue, spot);
  };
}
