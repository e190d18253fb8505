import type { Side } from '#core/wire/entry.ts';

/**
 * The traits of methods, for code that treats several methods alike.
 *
 * - `asks-person`     a request of the agent that a person answers
 * - `names-session`   its response has the id of a new session
 * - `opens-session`   its response makes a session usable on this connection
 * - `knows-session`   its params name a session that may come from another connection
 * - `streams`         updates of its session belong to it until its response: a turn's output, or a session's
 *   history
 * - `closes-session`  its response ends a session on this connection
 * - `cancels`         asks the receiver to stop running work
 */
type Trait =
  | 'asks-person'
  | 'names-session'
  | 'opens-session'
  | 'knows-session'
  | 'streams'
  | 'closes-session'
  | 'cancels';

/** `session/elicitation` is the name before April 2026. */
export const ELICITATIONS = ['elicitation/create', 'session/elicitation'] as const;

const TRAITS: ReadonlyMap<string, readonly Trait[]> = new Map<string, readonly Trait[]>([
  ['session/new', ['opens-session', 'names-session']],
  ['session/fork', ['opens-session', 'names-session', 'knows-session']],
  ['session/load', ['opens-session', 'knows-session', 'streams']],
  ['session/resume', ['opens-session', 'knows-session', 'streams']],
  ['session/prompt', ['streams']],
  ['session/close', ['closes-session']],
  ['session/delete', ['closes-session', 'knows-session']],
  ['session/stop', ['closes-session']],
  ['session/cancel', ['cancels']],
  ['$/cancel_request', ['cancels']],
  ['session/request_permission', ['asks-person']],
  ...ELICITATIONS.map((method) => [method, ['asks-person']] as const),
]);

const has =
  (trait: Trait) =>
  (method: string): boolean =>
    TRAITS.get(method)?.includes(trait) ?? false;

export const isElicitation = (method: string | undefined): boolean => ELICITATIONS.some((name) => name === method);

/** The requests after which a session can be used. */
export const openingMethods: readonly string[] = [...TRAITS.keys()].filter(has('opens-session'));

export const asksPerson = has('asks-person');
export const namesSession = has('names-session');
export const opensSession = has('opens-session');
export const knowsSession = has('knows-session');
export const streams = has('streams');
export const closesSession = has('closes-session');
export const cancels = has('cancels');

/** True for `session/load` and `session/resume`: the agent may send the session's history before its response. */
export const replaysHistory = (method: string): boolean => opensSession(method) && streams(method);

/** Who has to answer a request to this side. A person answers some requests to the client. */
export const whoAnswers = (to: Side, method: string): 'agent' | 'client' | 'human' =>
  to === 'client' && asksPerson(method) ? 'human' : to;

/** Names who answers a request. */
export const answererOf = ({ side, method }: { readonly side: Side; readonly method: string }): string =>
  whoAnswers(side, method) === 'human' ? 'client (a person)' : side;
