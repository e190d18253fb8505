import { decodeFrame } from '#core/wire/decode.ts';
import { isObject } from '#core/wire/json.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { failed, type Lines, type Params } from './lines.ts';

/** What a step answers: the request or notification that led to it. For a client's own steps there is none. */
export interface Occasion {
  /** The id as JSON text; empty where nothing is to be answered. */
  readonly id: string;
  readonly params: Params;
  /** The latest result that this peer has got for a request of its own. */
  readonly result: Params;
}

type Called = Omit<Occasion, 'result'>;

/** A piece of what a peer does: what it sends on an occasion. */
export type Step = (on: Occasion) => Lines;

/** Steps by name: a method is how a peer answers it, any other name is a part of a course. */
export type Steps = Readonly<Record<string, Step>>;

/** Names of steps, one after another. Each waits until this peer’s requests are answered, but for the first of an answer. */
export type Course = readonly string[];

/** A party of a conversation: told messages in order, it answers with what it sends. It knows no time. */
export interface Peer {
  begin(): Lines;
  hear(message: Message): Lines;
  /** Gives up waiting for answers, as with a timeout, and goes on. Sends nothing when its course has ended. */
  giveUp(): Lines;
}

/** `begins` is what a peer does of itself. The requests of a method in `answers` get its courses in turn, and then the last one again. */
export interface Script {
  readonly steps: Steps;
  readonly begins: Course;
  readonly answers: Readonly<Record<string, readonly Course[]>>;
}

const NOTHING = { id: '', params: {} };

/** Without an id, anything else is not answered: it is no request. */
const NOTIFICATIONS = new Set(['session/cancel', 'session/update', '$/cancel_request', 'elicitation/complete']);

/** A peer that follows a script. A request that the script has no step for is answered with -32601. */
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
    const sent = send(perform(first, on) ?? []); // at once, whatever this peer waits for itself
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

/** The messages among lines: what a peer that reads them gets. */
export const messagesOf = (lines: Lines): readonly Message[] =>
  parseTranscript(lines.map((line) => `> ${line}`).join('\n')).flatMap((entry) => {
    const decoded = entry.kind === 'frame' ? decodeFrame(entry.bytes) : undefined;
    return decoded?.kind === 'json' && !decoded.batch ? decoded.parts.flatMap(({ message }) => message ?? []) : [];
  });
