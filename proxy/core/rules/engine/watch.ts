import { assertNever } from '#core/assert-never.ts';
import { wrapsForSuccessor } from '#core/protocol/envelope.ts';
import type { ProtocolVersion } from '#core/protocol/methods.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { Trace, TraceEvent } from '#core/trace/trace.ts';
import type { Decoded } from '#core/wire/decode-frame.ts';
import type { EventEntry, FrameEntry, StderrEntry } from '#core/wire/entry.ts';
import { createLostUpdates } from './lost-updates.ts';
import type { End, Rule, Verdict, Watcher } from './rule.ts';

/** The handlers of a watcher, except `frame`. */
type Verb = Exclude<keyof Watcher, 'frame'>;
type About = { readonly [V in Verb]: Parameters<NonNullable<Watcher[V]>>[0] };

interface Running {
  readonly rule: Rule;
  readonly watcher: Watcher;
  readonly verdict: Verdict;
}

/** One handler of a rule. Looked up once, because a look-up for each event would take longer than most rules. */
interface Handler<Handling> {
  readonly rule: Rule;
  readonly handle: Handling;
  readonly verdict: Verdict;
}

type Handle<V extends Verb> = (about: About[V], verdict: Verdict, trace: Trace) => void;

/**
 * Runs rules on one connection. Calls only the handlers that a rule has, for rules of the connection's version. A rule
 * that throws is a bug of acptap: `onTrouble` gets the error, and the other rules run on.
 */
export function createWatch(
  rules: readonly Rule[],
  verdictFor: (rule: Rule) => Verdict,
  onTrouble: (rule: Rule, cause: unknown) => void,
) {
  const lost = createLostUpdates(new Set(rules.flatMap(({ restsOn }) => restsOn ?? [])));
  const running = rules.map((rule): Running => ({
    rule,
    watcher: rule.start(),
    verdict: certain(rule, verdictFor(rule)),
  }));
  const everyone = byVersion(running);
  const ofFrames = byVersion(running.filter(({ rule }) => rule.about === 'frames'));
  const ofJsonRpc = byVersion(running.filter(({ rule }) => rule.id.startsWith('jsonrpc/')));

  function certain(rule: Rule, { kept, broken }: Verdict): Verdict {
    const { restsOn } = rule;
    if (!restsOn) return { kept, broken };
    return {
      kept,
      broken({ missedIn, missedSince, ...breach }) {
        if (!lost.mayHaveReported(restsOn, missedIn, missedSince ?? breach.seq)) broken(breach);
      },
    };
  }

  function each<V extends Verb>(verb: V, about: About[V], trace: Trace, among: Listeners = everyone): void {
    for (const { rule, handle, verdict } of among(spoken(trace))[verb] as readonly Handler<Handle<V>>[]) {
      try {
        handle(about, verdict, trace);
      } catch (cause) {
        onTrouble(rule, cause);
      }
    }
  }

  function deliver(event: TraceEvent, trace: Trace): void {
    lost.event(event, trace);
    switch (event.kind) {
      case 'request': {
        const { exchange } = event;
        const among = exchange.astray ? ofJsonRpc : everyone;
        each('request', event, trace, among);
        return each('call', { ...pick(exchange), ref: exchange.opened, exchange }, trace, among);
      }
      case 'notification': {
        const { notification, session, ref } = event;
        const { method, params } = notification;
        const among = event.astray ? ofJsonRpc : everyone;
        each('notification', event, trace, among);
        return each('call', { method, params, session, ref }, trace, among);
      }
      case 'answered':
        if (event.exchange.astray) return each('answered', event, trace, ofJsonRpc);
        // The response to an envelope belongs to the message inside, and is judged there.
        return each('answered', event, trace, wrapsForSuccessor(event.exchange) ? ofFrames : everyone);
      case 'orphan':
        return each('orphan', event, trace);
      case 'handshake':
        return each('handshake', event, trace);
      case 'session':
        return each('session', event, trace);
      case 'terminal':
        return each('terminal', event, trace);
      case 'update':
        return each('update', event, trace);
      case 'turn':
        return each('turn', event, trace);
      case 'tool-call':
        return each('toolCall', event, trace);
      case 'permission':
        return each('permission', event, trace);
      default:
        return assertNever(event);
    }
  }

  return {
    event: (entry: EventEntry, trace: Trace): void => each('event', entry, trace),
    stderr: (piece: StderrEntry, trace: Trace): void => each('stderr', piece, trace),
    frame(entry: FrameEntry, decoded: Decoded, trace: Trace): void {
      lost.frame(entry, decoded);
      type Handling = NonNullable<Watcher['frame']>;
      for (const { rule, handle, verdict } of everyone(spoken(trace)).frame as readonly Handler<Handling>[]) {
        try {
          handle(entry, decoded, verdict, trace);
        } catch (cause) {
          onTrouble(rule, cause);
        }
      }
    },
    /** Passes messages in the wrong direction only to the JSON-RPC rules: one of them reports the direction. */
    deliver,
    ended: (end: End, trace: Trace): void => each('ended', end, trace),
  };
}

type Listeners = (version: ProtocolVersion) => Handlers;
type Handlers = Readonly<Record<keyof Watcher, Handler<unknown>[]>>;

/** Collects the handlers of a version at its first event: most recordings have one version. */
function byVersion(running: readonly Running[]): Listeners {
  const found: Partial<Record<ProtocolVersion, Handlers>> = {};
  return (version) => (found[version] ??= listening(running, version));
}

function listening(running: readonly Running[], version: ProtocolVersion): Handlers {
  const handlers: Handlers = {
    event: [],
    stderr: [],
    frame: [],
    request: [],
    notification: [],
    call: [],
    update: [],
    answered: [],
    orphan: [],
    handshake: [],
    session: [],
    turn: [],
    toolCall: [],
    terminal: [],
    permission: [],
    ended: [],
  };
  const verbs = Object.keys(handlers) as (keyof Watcher)[];
  for (const { rule, watcher, verdict } of running) {
    if (!rule.versions.includes(version)) continue;
    for (const verb of verbs) {
      const handle = watcher[verb];
      if (handle) handlers[verb].push({ rule, handle, verdict });
    }
  }
  return handlers;
}

/** The version of the connection: version 1 before the handshake and for versions that acptap does not know. */
const spoken = (trace: Trace): ProtocolVersion => trace.version() ?? 1;

const pick = ({ method, params, session }: Exchange) => ({ method, params, session });
