import { difference, isEqual, type Difference } from '#core/json/difference.ts';
import { chosenOption, permissionOutcome } from '#core/protocol/permission-outcome.ts';
import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import { firstDifference } from '#core/json/render-difference.ts';
import { renderValue } from '#core/json/render-value.ts';
import { asksPermission, isElicitation } from '#core/protocol/method-traits.ts';
import { cut, cutAfter } from '#core/text/cut.ts';
import type { Message, Outcome } from '#core/wire/jsonrpc.ts';
import type { MatchLevel, MatchLevels } from '../model/match-level.ts';
import { fillPlaceholders } from './fill-placeholders.ts';
import { levelOf } from './levels.ts';
import { IDENTITY, mapIds, normalise, type ToRecorded } from './normalise.ts';

/** How alike two values are, best first. */
const RANK: readonly MatchLevel[] = ['exact', 'normalised', 'method'];

/** True when `found` is at least as strict as `wanted`. */
export const isAtLeast = (found: MatchLevel, wanted: MatchLevel): boolean =>
  RANK.indexOf(found) <= RANK.indexOf(wanted);

/** How alike the params of two calls of one method are. A redacted value matches any value. */
export function matchLevelBetween(method: string, recorded: unknown, live: unknown, to: ToRecorded): MatchLevel {
  const isAlike = (level: MatchLevel) => isEqual(...asCompared(level, method, recorded, live, to));
  return isAlike('exact') ? 'exact' : isAlike('normalised') ? 'normalised' : 'method';
}

/** Both sides in the form in which a level compares them. */
function asCompared(level: MatchLevel, method: string, recorded: unknown, live: unknown, to: ToRecorded) {
  const [expected, received] =
    level === 'exact'
      ? [mapIds(recorded, IDENTITY, '', true), mapIds(live, to, '', true)]
      : [normalise(method, recorded, IDENTITY), normalise(method, live, to)];
  return [fillPlaceholders(expected, received), received] as const;
}

/** Where two params or results differ at a level; `received` is as the client sent it. Pointers start with `prefix`. */
export function differenceAt(
  level: MatchLevel,
  method: string,
  recorded: unknown,
  live: unknown,
  to: ToRecorded,
  prefix: string,
): readonly Difference[] {
  const { remembering, asSent } = rememberSent(to);
  return difference(...asCompared(level, method, recorded, live, remembering)).map(({ pointer, ...one }) => ({
    pointer: `${prefix}${pointer}`,
    ...one,
    ...boundedPair(one.expected, asSent(one.received)),
  }));
}

/** Both values of a difference for a report. Cuts long texts around the first different character. */
function boundedPair(expected: unknown, received: unknown): Pick<Difference, 'expected' | 'received'> {
  const isLong = (value: unknown) => typeof value === 'string' && value.length > LONGEST;
  if (typeof expected === 'string' && typeof received === 'string' && (isLong(expected) || isLong(received))) {
    const start = Math.max(0, firstDifference(expected, received) - LONGEST / 2);
    return { expected: excerpt(expected, start), received: excerpt(received, start) };
  }
  return {
    ...(expected === undefined ? {} : { expected: bounded(expected) }),
    ...(received === undefined ? {} : { received: bounded(received) }),
  };
}

const excerpt = (text: string, start: number): string =>
  `${start > 0 ? '…' : ''}${text.slice(start, start + LONGEST)}${text.length > start + LONGEST ? '…' : ''}`;

/** Maps like `to` and remembers the original texts, so that a report names the client's own folders and sessions. */
function rememberSent(to: ToRecorded) {
  const sent = new Map<string, string>();
  const remember = (map: (text: string) => string) => (text: string) => {
    const recorded = map(text);
    if (recorded !== text) sent.set(recorded, text);
    return recorded;
  };
  const back = (text: string) => sent.get(text) ?? text;
  const remembering = {
    session: remember(to.session),
    path: remember(to.path),
    text: remember(to.text),
    terminal: remember(to.terminal),
  };
  const asSent = (value: unknown) => mapIds(value, { session: back, path: back, text: back, terminal: back }, '', true);
  return { remembering, asSent };
}

/** Longer values are cut in reports and error objects. */
const LONGEST = 2000;

/** The value itself, or the beginning of a long or deep one as text. */
function bounded(value: unknown): unknown {
  if (typeof value === 'string') return cutAfter(value, LONGEST);
  if (typeof value !== 'object' || value === null) return value;
  const text = renderValue(value, LONGEST);
  return text.length < LONGEST && !text.includes('…') ? value : text;
}

/**
 * True when the client answered as recorded, by the level of the method: a result for a result. Where a person chose,
 * the choice counts: the same option or one of its kind, the same action. `asked` are the params that the client got,
 * where a test changed them.
 */
export function answersAlike(
  { method, params, asked = params }: { readonly method: string; readonly params: unknown; readonly asked?: unknown },
  recorded: Outcome,
  live: Outcome,
  levels: MatchLevels,
  to: ToRecorded,
): boolean {
  if (recorded.ok !== live.ok) return false;
  if (!recorded.ok || !live.ok) return true;
  const level = levelOf(method, levels);
  if (level === 'method') return true;
  if (level === 'normalised' && asksPermission(method))
    return choice(recorded.result, params) === choice(live.result, asked);
  return isAtLeast(matchLevelBetween(method, recorded.result, live.result, to), level);
}

/** The choice, by the kind of the option: two ways to allow once are the same choice. */
function choice(result: unknown, params: unknown): string | undefined {
  const option = chosenOption(result);
  if (option === undefined) return permissionOutcome(result);
  const options = valueAt(params, 'options');
  const found: unknown = Array.isArray(options)
    ? options.find((one) => stringAt(one, 'optionId') === option)
    : undefined;
  const kind = stringAt(found, 'kind');
  return kind === undefined ? `option ${option}` : `kind ${kind}`;
}

/** A remark when a permission response chose an option that the request does not have; else empty. */
export function notOfferedRemark(
  { method, params }: { readonly method: string; readonly params: unknown },
  live: Outcome,
): string {
  const option = asksPermission(method) && live.ok ? chosenOption(live.result) : undefined;
  const options = valueAt(params, 'options');
  if (option === undefined || !Array.isArray(options)) return '';
  const offered = options.map((one) => stringAt(one, 'optionId'));
  if (offered.includes(option)) return '';
  return `; ${shorten(option)} was never offered, the options are ${offered.map((one) => shorten(one ?? '?')).join(', ') || 'none'}`;
}

/** Members of the params that distinguish calls of one method for people. */
const TELLING: readonly (readonly string[])[] = [
  ['modeId'],
  ['modelId'],
  ['configId'],
  ['methodId'],
  ['cwd'],
  ['cursor'],
  ['path'],
  ['command'],
];

/** A message in words: `session/prompt "go"`, `the answer to fs/read_text_file: error -32603 no such file`. */
export function summarizeMessage(message: Message | undefined, method: string): string {
  if (!message) return 'a line that is not a message';
  if (message.kind === 'notification') return `${message.method} (a notification)`;
  if (message.kind === 'request') {
    const detail = detailOf(message.params);
    return detail === undefined ? message.method : `${message.method} ${detail}`;
  }
  return `the answer to ${method}: ${summarizeAnswer(message.outcome, method)}`;
}

/** An answer for people: the choice of a person, `a result`, or `error -32603 no such file`. */
export function summarizeAnswer(outcome: Outcome, method: string): string {
  if (!outcome.ok) return `error ${outcome.error.code} ${shorten(outcome.error.message)}`;
  const chosen =
    permissionOutcome(outcome.result) ?? (isElicitation(method) ? stringAt(outcome.result, 'action') : undefined);
  return chosen === undefined ? 'a result' : shorten(chosen);
}

function detailOf(params: unknown): string | undefined {
  const prompt = valueAt(params, 'prompt');
  if (Array.isArray(prompt)) {
    const text = prompt.map((block) =>
      isObject(block) ? (stringAt(block, 'text') ?? `[${String(block['type'])}]`) : '',
    );
    return text.length === 0 ? undefined : JSON.stringify(shorten(text.join(' ')));
  }
  for (const path of TELLING) {
    const found = stringAt(params, ...path);
    if (found === undefined) continue;
    const value = path[0] === 'configId' ? valueAt(params, 'value') : undefined;
    return value === undefined ? JSON.stringify(shorten(found)) : `${shorten(found)} = ${JSON.stringify(value)}`;
  }
  return undefined;
}

/** Long enough to tell two texts apart, short enough for a line. */
const WORDS = 48;

const shorten = (text: string) => cut(text, WORDS);
