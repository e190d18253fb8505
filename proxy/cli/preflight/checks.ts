import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import type { Finding } from '#core/rules/engine/rule.ts';
import { cut } from '#core/text/cut.ts';
import { formatDuration } from '#core/text/format-duration.ts';
import { elapsedUs } from '#core/units.ts';
import { decodeFrame } from '#core/wire/decode-frame.ts';
import type { Entry } from '#core/wire/entry.ts';
import type { Exit } from '#core/wire/exit.ts';
import { authMethodsFault, isDefinedType, readAuthMethods } from './auth-methods.ts';
import { lastStderrLine, type Conversation } from './converse.ts';

/** `note`: not a failure, but worth knowing. */
export type CheckStatus = 'ok' | 'note' | 'failed' | 'not-reached';

export interface Check {
  readonly id: string;
  readonly title: string;
  /** True if, to our knowledge, the registry's CI makes this check, too. */
  readonly registry: boolean;
  readonly status: CheckStatus;
  readonly why: string;
  readonly todo?: string;
}

type Verdict = Pick<Check, 'status' | 'why' | 'todo'>;

const ok = (why: string): Verdict => ({ status: 'ok', why });
const note = (why: string, todo: string): Verdict => ({ status: 'note', why, todo });
const failed = (why: string, todo: string): Verdict => ({ status: 'failed', why, todo });
const notReached = (why: string): Verdict => ({ status: 'not-reached', why });

/** All checks of an agent, in the order of the conversation. */
export function checksOf(seen: Conversation, findings: readonly Finding[]): readonly Check[] {
  const check = (id: string, title: string, registry: boolean, verdict: Verdict): Check => ({
    id,
    title,
    registry,
    ...verdict,
  });
  const ours = false;
  const theirs = true;
  return [
    check('starts', 'starts', theirs, starts(seen)),
    check('answers-initialize', 'answers initialize', theirs, answersInitialize(seen)),
    check('answers-first', 'writes nothing before that answer', theirs, answersFirst(seen)),
    check('auth-methods', 'lists a way to log in', theirs, listsAuthMethod(seen)),
    check('auth-methods-well-formed', 'describes each way to log in', ours, describesAuthMethods(seen)),
    check('protocol-version', 'speaks version 1', ours, speaksVersion(seen)),
    check('agent-info', 'says its name and version', ours, introducesItself(seen)),
    check('opens-session', 'opens a session, or asks to log in first', ours, opensSession(seen)),
    check('stdout', 'writes only JSON-RPC to stdout', ours, writesOnlyJsonRpc(seen)),
    check('findings', 'breaks no rule', ours, breaksNoRule(seen, findings)),
    check('ends', 'ends when its stdin closes', ours, ends(seen)),
  ];
}

function starts({ failure }: Conversation): Verdict {
  if (failure === undefined) return ok('it runs');
  return failed(failure, 'give the command as the registry would run it, after --');
}

function answersInitialize({ initialize: reply, failure, entries, ...seen }: Conversation): Verdict {
  if (failure !== undefined) return notReached('it did not start');
  if (seen.flooding) return failed('it writes without end', 'answer on stdout, and write nothing else there');
  switch (reply.kind) {
    case 'result':
      return isObject(reply.result)
        ? ok(`after ${formatDuration(elapsedUs(reply.ms * 1000))}`)
        : failed('the result is not an object', 'answer with protocolVersion, agentCapabilities and authMethods');
    case 'error':
      return failed(
        `with the error ${reply.error.code}: ${reply.error.message}`,
        'answer initialize without an account or a key: logging in comes after it',
      );
    case 'silence':
      return failed(
        `no answer within ${formatDuration(elapsedUs(reply.ms * 1000))}${stderrOf(entries)}`,
        'read stdin and answer before loading models, logging in or asking the person; --timeout waits longer',
      );
    case 'ended':
      return failed(
        `it ended with ${sayExit(seen.exit)} before it answered${stderrOf(entries)}`,
        'start as an ACP agent with these arguments, and stay until stdin closes',
      );
    case 'echo':
      return failed('it echoes its input', 'give the command that starts the agent in its ACP mode');
  }
}

/** The registry's CI reads one line, and takes any line as the answer. */
function answersFirst({ initialize, entries }: Conversation): Verdict {
  const first = entries.find((entry) => entry.kind === 'frame' && entry.from === 'agent');
  if (first?.kind !== 'frame') return notReached('it wrote nothing');
  const decoded = decodeFrame(first.bytes);
  const message = decoded.kind === 'json' && !decoded.batch ? decoded.parts[0]?.message : undefined;
  if (message?.kind === 'response' && initialize.kind !== 'echo') return ok('its first line is the answer');
  if (message?.kind === 'request' || message?.kind === 'notification')
    return failed(`its first line is the ${message.kind} ${message.method}`, 'answer initialize before anything else');
  return failed(`its first line is ${quote(first.bytes)}`, LOGS_TO_STDERR);
}

function listsAuthMethod(seen: Conversation): Verdict {
  const result = initialized(seen);
  if (!result) return notReached('initialize was not answered');
  const methods = readAuthMethods(valueAt(result, 'authMethods'));
  const wanted = methods.filter(isDefinedType);
  if (wanted.length > 0) return ok(wanted.map(({ id, type }) => `${id} (${type})`).join(', '));
  const todo = 'list in authMethods at least one of type agent (the default) or terminal';
  if (methods.length > 0)
    return failed(`only of type ${[...new Set(methods.map(({ type }) => type))].join(', ')}`, todo);
  const free = seen.session?.kind === 'result';
  return failed(
    `authMethods is empty or missing${free ? '; session/new works without login, but the registry requires authMethods' : ''}`,
    todo,
  );
}

function describesAuthMethods(seen: Conversation): Verdict {
  const result = initialized(seen);
  if (!result) return notReached('initialize was not answered');
  const methods = valueAt(result, 'authMethods') ?? null;
  if (methods === null || (Array.isArray(methods) && methods.length === 0))
    return notReached('authMethods is empty or missing');
  const fault = authMethodsFault(methods);
  return fault === undefined
    ? ok('each has an id of its own and a name')
    : failed(fault, 'give each an id that no other has, and a name for the person');
}

function speaksVersion(seen: Conversation): Verdict {
  const result = initialized(seen);
  if (!result) return notReached('initialize was not answered');
  const version = valueAt(result, 'protocolVersion');
  if (version === 1) return ok('protocolVersion is 1');
  const todo = 'answer with the version that was requested';
  if (version === undefined) return failed('no protocolVersion', todo);
  return failed(`protocolVersion is ${JSON.stringify(version)}, requested was 1`, todo);
}

function introducesItself(seen: Conversation): Verdict {
  const result = initialized(seen);
  if (!result) return notReached('initialize was not answered');
  const name = stringAt(result, 'agentInfo', 'name');
  const version = stringAt(result, 'agentInfo', 'version');
  if (name && version) return ok(`${name} ${version}`);
  return note(
    name ? 'agentInfo has no version' : 'no agentInfo',
    'add agentInfo with name and version: editors show them, and version 2 demands them',
  );
}

function opensSession({ initialize, session: reply, exit, entries }: Conversation): Verdict {
  if (!reply)
    return notReached(
      `initialize was ${initialize.kind === 'result' ? 'answered with another version' : 'not answered'}`,
    );
  switch (reply.kind) {
    case 'result':
      return stringAt(reply.result, 'sessionId')
        ? ok(`after ${formatDuration(elapsedUs(reply.ms * 1000))}`)
        : failed('the result has no sessionId', 'answer session/new with a sessionId');
    case 'error':
      return reply.error.code === -32_000
        ? ok('it asks to log in first (-32000), which is fine')
        : failed(
            `session/new is answered with the error ${reply.error.code}: ${reply.error.message}`,
            'open a session in any folder; answer with -32000 where the person must log in first',
          );
    case 'silence':
      return failed(
        `no answer to session/new within ${formatDuration(elapsedUs(reply.ms * 1000))}${stderrOf(entries)}`,
        'answer every request',
      );
    case 'ended':
      return failed(
        `it ended with ${sayExit(exit)} instead of answering session/new${stderrOf(entries)}`,
        'stay until stdin closes',
      );
    case 'echo':
      return failed('it echoes its input', 'answer session/new');
  }
}

const LOGS_TO_STDERR = 'write logs and banners to stderr: everything on stdout is read as JSON-RPC, one message a line';

function writesOnlyJsonRpc({ entries }: Conversation): Verdict {
  const frames = entries.filter((entry) => entry.kind === 'frame').filter(({ from }) => from === 'agent');
  const [first, ...others] = frames.filter(({ bytes }) => !isJsonRpc(bytes));
  if (frames.length === 0) return notReached('it wrote nothing');
  if (!first) return ok(`${frames.length} ${frames.length === 1 ? 'line' : 'lines'}`);
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  return failed(`${quote(first.bytes)} is not JSON-RPC${more}`, LOGS_TO_STDERR);
}

function isJsonRpc(bytes: Uint8Array): boolean {
  const decoded = decodeFrame(bytes);
  return decoded.kind === 'json' && decoded.parts.length > 0 && decoded.parts.every(({ message }) => message);
}

function breaksNoRule({ entries }: Conversation, findings: readonly Finding[]): Verdict {
  if (!entries.some((entry) => entry.kind === 'frame' && entry.from === 'agent')) return notReached('it wrote nothing');
  const errors = findings.filter(({ grade, side }) => grade === 'error' && side === 'agent');
  if (errors.length === 0) return ok('no finding is an error');
  const rules = [...new Set(errors.map(({ rule }) => rule))];
  return failed(
    `${errors.length} ${errors.length === 1 ? 'error' : 'errors'}: ${rules.join(', ')}`,
    'see the findings below: each shows the wrong value and the expected one',
  );
}

function ends({ ending, leftBehind, failure, flooding, exit }: Conversation): Verdict {
  if (failure !== undefined) return notReached('it did not start');
  if (flooding) return notReached('it was ended because it wrote without end');
  const goOnStdin = 'end by itself when stdin closes: clients that crash cannot send a signal';
  switch (ending) {
    case 'early':
      return failed(`it ended with ${sayExit(exit)} while its client was still there`, 'stay until stdin closes');
    case 'killed':
      return failed('it ignores the end of stdin and SIGTERM', goOnStdin);
    case 'terminated':
      return note('only SIGTERM ended it', goOnStdin);
    case 'by-itself':
      if (leftBehind) return note('processes that it had started outlived it', 'end them, or let them see its end');
      return exit.code === 0 ? ok('it did') : note(`it did, with ${sayExit(exit)}`, 'exit with 0: nothing went wrong');
  }
}

const initialized = ({ initialize }: Conversation): unknown =>
  initialize.kind === 'result' && isObject(initialize.result) ? initialize.result : undefined;

const sayExit = ({ code, signal }: Exit): string => signal ?? `exit code ${code ?? 'unknown'}`;

function stderrOf(entries: readonly Entry[]): string {
  const words = lastStderrLine(entries);
  return words === undefined ? '' : `; its stderr ends with: ${clip(words)}`;
}

function quote(bytes: Uint8Array): string {
  const decoded = decodeFrame(bytes);
  if (decoded.kind === 'not-utf8') return 'a line that is not UTF-8';
  if (decoded.kind === 'blank') return 'a blank line';
  return JSON.stringify(clip(decoded.text.trimEnd()));
}

const clip = (text: string): string => cut(text, 120);
