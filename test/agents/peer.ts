import { isObject } from '#core/json/json.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { failed, type Lines, type Params } from './message-lines.ts';

/** The request or notification that a step answers. A peer's own steps have none. */
export interface Occasion {
  /** The id as JSON text; empty without a request. */
  readonly id: string;
  readonly params: Params;
  /** The latest result for a request of this peer. */
  readonly result: Params;
}

type Called = Omit<Occasion, 'result'>;

/** Returns the lines that a peer sends on an occasion. */
export type Step = (on: Occasion) => Lines;

/** Steps by name. A step with the name of a method answers it; other names are parts of a course. */
export type Steps = Readonly<Record<string, Step>>;

/**
 * Names of steps in order. Each waits for the responses to this peer’s requests, except the first step of an answer.
 */
export type Course = readonly string[];

/** A side of a conversation: gets messages in order and returns the lines that it sends. Has no clock. */
export interface Peer {
  begin(): Lines;
  hear(message: Message): Lines;
  /** Stops waiting for responses, as after a timeout, and continues. Sends nothing at the end of its course. */
  giveUp(): Lines;
}

/** `begins`: the peer's own steps. `answers`: the courses for successive calls of a method; the last one repeats. */
export interface Script {
  readonly steps: Steps;
  readonly begins: Course;
  readonly answers: Readonly<Record<string, readonly Course[]>>;
}

const NOTHING = { id: '', params: {} };

/** Other methods without an id get no answer, because they are not requests. */
const NOTIFICATIONS = new Set(['session/cancel', 'session/update', '$/cancel_request', 'elicitation/complete']);

/** A peer that follows a script. Answers a request without a step with -32601. */
export function createPeer({ steps, begins, answers }: Script): Peer {
  const waiting: { readonly name: string; readonly on: Called }[] = begins.map((name) => ({ name, on: NOTHING }));
  const open = new Set<string>(); // ids of own requests
  const heard = new Map<string, number>();
  let result: Params = {};

  const perform = (name: string, on: Called) => steps[name]?.({ ...on, result });

  function send(lines: Lines): Lines {
    for (const message of messagesOf(lines)) if (message.kind === 'request') open.add(message.id);
    return lines;
  }

  function proceed(): Lines {
    const sent: string[] = [];
    while (open.size === 0) {
      const next = waiting.shift();
      if (!next) break;
      sent.push(...send(perform(next.name, next.on) ?? []));
    }
    return sent;
  }

  function answer(method: string, on: Called): Lines {
    if (on.id === '' && !NOTIFICATIONS.has(method)) return [];
    const courses = answers[method];
    if (!courses) return send(perform(method, on) ?? (on.id ? [failed(on.id, -32601, 'Method not found')] : []));
    const turn = heard.get(method) ?? 0;
    heard.set(method, turn + 1);
    const [first = '', ...others] = courses[turn] ?? courses.at(-1) ?? [];
    const sent = send(perform(first, on) ?? []); // at once, even while this peer waits for a response
    waiting.push(...others.map((name) => ({ name, on })));
    return [...sent, ...proceed()];
  }

  return {
    begin: proceed,
    hear(message) {
      if (message.kind !== 'response') {
        const params = isObject(message.params) ? message.params : {};
        return answer(message.method, { id: message.kind === 'request' ? message.id : '', params });
      }
      if (!open.delete(message.id ?? '')) return [];
      if (message.outcome.ok && isObject(message.outcome.result)) result = message.outcome.result;
      return proceed();
    },
    giveUp() {
      open.clear();
      return proceed();
    },
  };
}

/** The messages in the lines, as a receiver parses them. */
export const messagesOf = (lines: Lines): readonly Message[] =>
  parseTranscript(lines.map((line) => `> ${line}`).join('\n')).flatMap((entry) => {
    const decoded = entry.kind === 'frame' ? decodeFrame(entry.bytes) : undefined;
    return decoded?.kind === 'json' && !decoded.batch ? decoded.parts.flatMap(({ message }) => message ?? []) : [];
  });
