import type { ProtocolVersion } from '#core/protocol/methods.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { Step, Trace, TraceEvent } from '#core/trace/trace.ts';
import { assertNever } from '#core/wire/assert-never.ts';
import { excerpt } from './excerpt.ts';
import type { Breach, End, Finding, Rule, Verdict, Watcher } from './rule.ts';

/** Names and ids from the wire have any length; what a finding says has not. */
const MOST_CHARACTERS = 400;

/** How often a rule applied. Neither kept nor broken: not exercised, which is never a pass. */
export interface Occasions {
  kept: number;
  broken: number;
}

/**
 * Judges a recording while it is folded: told each step once, it answers with the findings that step makes certain.
 * Rules that do not listen to an event cost nothing for it.
 */
export function createJudge(rules: readonly Rule[]) {
  const occasions = new Map<string, Occasions>(rules.map(({ id }) => [id, { kept: 0, broken: 0 }]));
  let found: Finding[] = [];
  const torn = new Set<unknown>(); // sides of which bytes are missing: their next line lacks its beginning

  const running = rules.map((rule) => ({ rule, watcher: rule.start(), verdict: verdictFor(rule) }));
  const listening = (version: ProtocolVersion) => {
    const bound = running.filter(({ rule }) => rule.versions.includes(version));
    const to = (verb: keyof Watcher) => bound.filter(({ watcher }) => watcher[verb]);
    return {
      event: to('event'),
      frame: to('frame'),
      request: to('request'),
      notification: to('notification'),
      call: to('call'),
      update: to('update'),
      answered: to('answered'),
      orphan: to('orphan'),
      handshake: to('handshake'),
      session: to('session'),
      turn: to('turn'),
      toolCall: to('toolCall'),
      terminal: to('terminal'),
      permission: to('permission'),
      ended: to('ended'),
    };
  };
  const listeners = { 1: listening(1), 2: listening(2) };

  /** Version 1 is what is spoken until the handshake says otherwise, and where it says nothing acptap knows. */
  const bound = (trace: Trace) => listeners[trace.version() ?? 1];

  function verdictFor(rule: Rule): Verdict {
    const count = occasions.get(rule.id) ?? { kept: 0, broken: 0 };
    return {
      kept: () => void (count.kept += 1),
      broken(breach: Breach) {
        count.broken += 1;
        const { message, seen, expected, grade = rule.grade } = breach;
        found.push({
          ...breach,
          rule: rule.id,
          grade,
          message: clip(message),
          ...(seen === undefined ? {} : { seen: clip(seen) }),
          ...(expected === undefined ? {} : { expected: clip(expected) }),
        });
      },
    };
  }

  function take(): readonly Finding[] {
    const taken = found;
    found = [];
    return taken;
  }

  function tell(event: TraceEvent, trace: Trace): void {
    const on = bound(trace);
    switch (event.kind) {
      case 'request': {
        for (const { watcher, verdict } of on.request) watcher.request?.(event, verdict, trace);
        const { exchange } = event;
        const call = { ...pick(exchange), place: exchange.opened, exchange };
        for (const { watcher, verdict } of on.call) watcher.call?.(call, verdict, trace);
        break;
      }
      case 'notification': {
        for (const { watcher, verdict } of on.notification) watcher.notification?.(event, verdict, trace);
        const { notification, session, place } = event;
        const call = { method: notification.method, params: notification.params, session, place };
        for (const { watcher, verdict } of on.call) watcher.call?.(call, verdict, trace);
        break;
      }
      case 'update':
        for (const { watcher, verdict } of on.update) watcher.update?.(event, verdict, trace);
        break;
      case 'answered':
        for (const { watcher, verdict } of on.answered) watcher.answered?.(event, verdict, trace);
        break;
      case 'orphan':
        for (const { watcher, verdict } of on.orphan) watcher.orphan?.(event, verdict, trace);
        break;
      case 'handshake':
        for (const { watcher, verdict } of on.handshake) watcher.handshake?.(event, verdict, trace);
        break;
      case 'session':
        for (const { watcher, verdict } of on.session) watcher.session?.(event, verdict, trace);
        break;
      case 'turn':
        for (const { watcher, verdict } of on.turn) watcher.turn?.(event, verdict, trace);
        break;
      case 'tool-call':
        for (const { watcher, verdict } of on.toolCall) watcher.toolCall?.(event, verdict, trace);
        break;
      case 'terminal':
        for (const { watcher, verdict } of on.terminal) watcher.terminal?.(event, verdict, trace);
        break;
      case 'permission':
        for (const { watcher, verdict } of on.permission) watcher.permission?.(event, verdict, trace);
        break;
      default:
        assertNever(event);
    }
  }

  return {
    apply({ entry, decoded, events }: Step, trace: Trace): readonly Finding[] {
      const on = bound(trace);
      if (entry.kind === 'event') {
        if (entry.event.event === 'gap' && 'of' in entry.event) torn.add(entry.event.of);
        for (const { watcher, verdict } of on.event) watcher.event?.(entry, verdict, trace);
      }
      if (entry.kind === 'frame' && decoded && !torn.delete(entry.from))
        for (const { watcher, verdict } of on.frame) watcher.frame?.(entry, decoded, verdict, trace);
      for (const event of events) tell(event, trace);
      return found.length > 0 ? take() : found;
    },

    /** Call once, when no entry will follow. */
    finish(end: End, trace: Trace): readonly Finding[] {
      for (const { watcher, verdict } of bound(trace).ended) watcher.ended?.(end, verdict, trace);
      return take();
    },

    occasions: (): ReadonlyMap<string, Readonly<Occasions>> => occasions,
  };
}

const clip = (text: string) => (text.length > MOST_CHARACTERS ? excerpt(text, MOST_CHARACTERS) : text);

const pick = ({ method, params, session }: Exchange) => ({ method, params, session });
