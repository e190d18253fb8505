import { stringAt } from '#core/json/json.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { TraceEvent } from '#core/trace/trace.ts';
import type { Seq } from '#core/units.ts';
import { toDifference, type DriveDifference } from './compare-turns.ts';
import { commandOf } from './recorded-terminals.ts';

/** An action of the agent that belongs to no digest of a turn or request. */
export interface Extra {
  readonly seq: Seq;
  /** The prompt of its turn. */
  readonly prompt: Seq | undefined;
  readonly name: string;
  /** Identifies the action, for example `read /a/b`. Repetitions do not count. */
  readonly words: string;
}

/** Requests that are compared with their turn. */
const OF_A_TURN = new Set(['session/request_permission', 'fs/write_text_file', 'terminal/create']);

/** A request of the agent as an extra. Undefined for requests about the turn or an open terminal. */
export function askedExtra(
  { method, params, opened }: Exchange,
  prompt: Seq | undefined,
  neutral: (text: string) => string,
): Extra | undefined {
  if (prompt !== undefined && OF_A_TURN.has(method)) return undefined;
  if (method.startsWith('terminal/') && method !== 'terminal/create') return undefined;
  return { seq: opened.seq, prompt, name: 'asked of the client', words: wordsOf(method, params, neutral) };
}

function wordsOf(method: string, params: unknown, neutral: (text: string) => string): string {
  const path = neutral(stringAt(params, 'path') ?? '');
  if (method === 'fs/read_text_file') return `read ${path}`;
  if (method === 'fs/write_text_file') return `write ${path}`;
  return method === 'terminal/create' ? `run ${neutral(commandOf(params))}` : method;
}

/** A second answer to a request. */
export function answeredExtra({ answer, place }: Extract<TraceEvent, { kind: 'orphan' }>): Extra | undefined {
  if (place.from !== 'agent' || answer.why !== 'answered-before') return undefined;
  return { seq: place.seq, prompt: undefined, name: 'answers', words: `${answer.near.method} answered again` };
}

/**
 * Reports what this agent did and the recorded one never did, once each. Fewer actions are no difference: an agent may
 * read less.
 */
export function compareExtras(
  was: readonly Extra[],
  is: readonly Extra[],
  turnOf: (prompt: Seq | undefined) => number | null,
): readonly DriveDifference[] {
  const known = new Set(was.map(({ words }) => words));
  return is.flatMap(({ seq, prompt, name, words }) => {
    if (known.has(words)) return [];
    known.add(words);
    return [toDifference({ turn: turnOf(prompt), seq: null, liveSeq: seq }, 'action', name, null, words)];
  });
}
