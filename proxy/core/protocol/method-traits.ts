import type { Side } from '#core/wire/entry.ts';

/**
 * The traits of methods, for code that treats methods alike or by their purpose. A method is compared with a name only
 * here and in rules, which quote the specification: see `test/protocol/method-traits.test.ts`.
 *
 * - `asks-person`            a request of the agent that a person answers
 * - `asks-permission`        of these, the one whose answer is one of its options
 * - `elicits`                of these, the ones with a form or a page
 * - `completes-elicitation`  reports that the person is done with the page
 * - `names-session`          its response has the id of a new session
 * - `opens-session`          its response makes a session usable on this connection
 * - `begins-session`         of these, the one whose session is empty
 * - `copies-session`         of these, the one whose params name the session that it copies
 * - `knows-session`          its params name a session that may come from another connection
 * - `streams`                updates of its session belong to it until its response: a turn's output, or a session's
 *   history
 * - `updates-session`        reports output and changes of a session
 * - `sets-mode`, `sets-model`, `sets-option`  changes a setting of a session
 * - `closes-session`         its response ends a session on this connection
 * - `begins-turn`            begins a prompt turn
 * - `cancels-turn`           asks the agent to end the turns of a session
 * - `cancels-request`        asks the receiver to end the work on one request
 * - `reads-file`, `writes-file`  the client does it for the agent
 * - `creates-terminal`       its response has the id of a new terminal, where a command runs
 * - `reads-terminal`         its response has the output so far
 * - `waits-for-terminal`     its response comes when the command has ended
 * - `ends-terminal`          ends the command
 * - `releases-terminal`      of these, the one after which the terminal's id is not used
 */
type Trait =
  | 'asks-person'
  | 'asks-permission'
  | 'elicits'
  | 'completes-elicitation'
  | 'names-session'
  | 'opens-session'
  | 'begins-session'
  | 'copies-session'
  | 'knows-session'
  | 'streams'
  | 'updates-session'
  | 'sets-mode'
  | 'sets-model'
  | 'sets-option'
  | 'closes-session'
  | 'begins-turn'
  | 'cancels-turn'
  | 'cancels-request'
  | 'reads-file'
  | 'writes-file'
  | 'creates-terminal'
  | 'reads-terminal'
  | 'waits-for-terminal'
  | 'ends-terminal'
  | 'releases-terminal';

/** `session/elicitation` is the name before April 2026. */
export const ELICITATIONS = ['elicitation/create', 'session/elicitation'] as const;

const TRAITS: ReadonlyMap<string, readonly Trait[]> = new Map<string, readonly Trait[]>([
  ['session/new', ['opens-session', 'names-session', 'begins-session']],
  ['session/fork', ['opens-session', 'names-session', 'copies-session', 'knows-session']],
  ['session/load', ['opens-session', 'knows-session', 'streams']],
  ['session/resume', ['opens-session', 'knows-session', 'streams']],
  ['session/prompt', ['begins-turn', 'streams']],
  ['session/update', ['updates-session']],
  ['session/set_mode', ['sets-mode']],
  ['session/set_model', ['sets-model']],
  ['session/set_config_option', ['sets-option']],
  ['session/close', ['closes-session']],
  ['session/delete', ['closes-session', 'knows-session']],
  ['session/stop', ['closes-session']],
  ['session/cancel', ['cancels-turn']],
  ['$/cancel_request', ['cancels-request']],
  ['session/request_permission', ['asks-person', 'asks-permission']],
  ...ELICITATIONS.map((method) => [method, ['asks-person', 'elicits']] as const),
  ['elicitation/complete', ['completes-elicitation']],
  ['session/elicitation/complete', ['completes-elicitation']],
  ['fs/read_text_file', ['reads-file']],
  ['fs/write_text_file', ['writes-file']],
  ['terminal/create', ['creates-terminal']],
  ['terminal/output', ['reads-terminal']],
  ['terminal/wait_for_exit', ['waits-for-terminal']],
  ['terminal/kill', ['ends-terminal']],
  ['terminal/release', ['ends-terminal', 'releases-terminal']],
]);

const methodsWith = (trait: Trait): readonly string[] =>
  [...TRAITS].flatMap(([method, traits]) => (traits.includes(trait) ? [method] : []));

/** Looks up once and allocates nothing: the folds ask for every message. */
function has(trait: Trait): (method: string | null | undefined) => boolean {
  const methods = new Set<string | null | undefined>(methodsWith(trait));
  return (method) => methods.has(method);
}

/** The requests after which a session can be used. */
export const openingMethods: readonly string[] = methodsWith('opens-session');

export const asksPerson = has('asks-person');
export const asksPermission = has('asks-permission');
export const isElicitation = has('elicits');
export const completesElicitation = has('completes-elicitation');
export const namesSession = has('names-session');
export const opensSession = has('opens-session');
export const beginsSession = has('begins-session');
export const copiesSession = has('copies-session');
export const knowsSession = has('knows-session');
export const streams = has('streams');
export const updatesSession = has('updates-session');
export const setsMode = has('sets-mode');
export const setsModel = has('sets-model');
export const setsOption = has('sets-option');
export const closesSession = has('closes-session');
export const beginsTurn = has('begins-turn');
export const cancelsTurn = has('cancels-turn');
export const cancelsRequest = has('cancels-request');
export const readsFile = has('reads-file');
export const writesFile = has('writes-file');
export const createsTerminal = has('creates-terminal');
export const readsTerminal = has('reads-terminal');
export const waitsForTerminal = has('waits-for-terminal');
export const endsTerminal = has('ends-terminal');
export const releasesTerminal = has('releases-terminal');

/** True for methods that ask the receiver to stop running work. */
export const cancels = (method: string): boolean => cancelsTurn(method) || cancelsRequest(method);

/** True for methods that change a setting of a session. */
export const changesSetting = (method: string): boolean => setsMode(method) || setsModel(method) || setsOption(method);

/** True for every method about files, unknown ones too. */
export const isFileMethod = (method: string | undefined): boolean => method?.startsWith('fs/') ?? false;

/** True for every method about terminals, unknown ones too. */
export const isTerminalMethod = (method: string | undefined): boolean => method?.startsWith('terminal/') ?? false;

/** True for `session/load` and `session/resume`: the agent may send the session's history before its response. */
export const replaysHistory = (method: string): boolean => opensSession(method) && streams(method);

/** Who has to answer a request to this side. A person answers some requests to the client. */
export const whoAnswers = (to: Side, method: string): 'agent' | 'client' | 'human' =>
  to === 'client' && asksPerson(method) ? 'human' : to;

/** Names who answers a request. */
export const answererOf = ({ side, method }: { readonly side: Side; readonly method: string }): string =>
  whoAnswers(side, method) === 'human' ? 'client (a person)' : side;
