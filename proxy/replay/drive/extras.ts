import type { Exchange } from '#core/trace/exchanges.ts';
import type { TraceEvent } from '#core/trace/trace.ts';
import { stringAt } from '#core/wire/json.ts';
import type { Seq } from '#core/wire/units.ts';
import { toDifference, type DriveDifference } from './compare-turns.ts';
import { commandOf } from './recorded-terminals.ts';

/** Something that the agent did and that no turn or request has among what it came to. */
export interface Extra {
  readonly seq: Seq;
  /** The prompt of the turn that it was in. */
  readonly prompt: Seq | undefined;
  readonly name: string;
  /** `read /a/b`: known by this, however often it is done. */
  readonly words: string;
}

/** Compared with its turn. */
const OF_A_TURN = new Set(['session/request_permission', 'fs/write_text_file', 'terminal/create']);

/** What the agent asked of the client. Undefined for what its turn tells, and for what it asks of a terminal that it has. */
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

/** What of it the recorded agent never did, once each. What it did and this one does not do is no difference: an agent may read less. */
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
