import type { Filter } from '#core/filter/filter.ts';

/** The action of a fault on a frame, or behind it. Times are milliseconds. */
export type FaultAction =
  | { readonly kind: 'delay'; readonly least: number; readonly most: number }
  | { readonly kind: 'throttle'; readonly bytesPerSecond: number }
  | { readonly kind: 'drop' }
  | { readonly kind: 'mute' }
  | { readonly kind: 'truncate' | 'crlf' | 'bom' | 'wrong-id' | 'unknown-update' }
  | { readonly kind: 'duplicate'; readonly copies: number }
  | { readonly kind: 'reorder'; readonly window: number }
  | { readonly kind: 'slice'; readonly bytes: number; readonly pause: number }
  | { readonly kind: 'coalesce'; readonly time: number }
  | { readonly kind: 'corrupt'; readonly bytes: number }
  | { readonly kind: 'noise'; readonly text: string }
  /** `outcome` is the JSON text of the member `result` or `error`. */
  | { readonly kind: 'answer'; readonly member: 'result' | 'error'; readonly outcome: string }
  | { readonly kind: 'close'; readonly end: 'stdin' | 'stdout' }
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'kill'; readonly signal: string };

export type FaultKind = FaultAction['kind'];

/** Which of the matching frames a fault touches. `after` leaves the first `count` alone. */
export interface FaultLimit {
  readonly kind: 'every' | 'after' | 'at most';
  readonly count: number;
}

/** An intervention by a seeded rule. */
export interface Fault {
  readonly action: FaultAction;
  /** Percent of the frames that the limit leaves. */
  readonly rate: number;
  readonly limit: FaultLimit | undefined;
  readonly where: Filter;
}

/** Faults that leave their frame as it is, and act behind it. `after N` sets one off behind the frame number N. */
export const actsBehind = (kind: FaultKind): boolean =>
  kind === 'mute' || kind === 'close' || kind === 'exit' || kind === 'kill';

/** Interventions that decide only when the bytes of a frame are delivered. */
export const changesOnlyTime = (kind: string): boolean => ONLY_TIME.has(kind);

const ONLY_TIME: ReadonlySet<string> = new Set<FaultKind | 'hold'>([
  'delay',
  'throttle',
  'coalesce',
  'reorder',
  'slice',
  'hold',
]);

interface FaultDescription {
  readonly kind: FaultKind;
  readonly usage: string;
  readonly about: string;
  readonly example: string;
}

/** In the order of the help. */
export const faultKinds: readonly FaultDescription[] = [
  {
    kind: 'delay',
    usage: 'delay A[..B]',
    about: 'waits; frames behind it wait, too',
    example: 'delay 200ms..400ms where method:session/update',
  },
  {
    kind: 'throttle',
    usage: 'throttle BYTES/s',
    about: 'delivers at this rate',
    example: 'throttle 2k/s where from:agent',
  },
  { kind: 'drop', usage: 'drop', about: 'never delivers it', example: 'drop 10% where from:agent kind:notification' },
  {
    kind: 'duplicate',
    usage: 'duplicate [N]',
    about: 'delivers it again, N times',
    example: 'duplicate where update:tool_call',
  },
  {
    kind: 'reorder',
    usage: 'reorder N',
    about: 'shuffles N matching frames in a row; delivers them after 1 s at the latest',
    example: 'reorder 3 where update:agent_message_chunk',
  },
  {
    kind: 'slice',
    usage: 'slice BYTES [every MS]',
    about: 'writes it in pieces',
    example: 'slice 16 every 5ms where from:agent',
  },
  {
    kind: 'coalesce',
    usage: 'coalesce MS',
    about: 'collects frames, and writes them at once',
    example: 'coalesce 50ms where from:agent',
  },
  {
    kind: 'corrupt',
    usage: 'corrupt [N bytes]',
    about: 'changes bytes, but no line end',
    example: 'corrupt 2 bytes 5% where kind:response',
  },
  {
    kind: 'truncate',
    usage: 'truncate',
    about: 'leaves out the line feed',
    example: 'truncate once where update:agent_message_chunk',
  },
  {
    kind: 'noise',
    usage: 'noise "TEXT"',
    about: 'writes a line before it',
    example: 'noise "npm warn deprecated" once where from:agent',
  },
  { kind: 'crlf', usage: 'crlf', about: 'ends the line with CR LF', example: 'crlf where from:agent' },
  { kind: 'bom', usage: 'bom', about: 'begins with a byte order mark', example: 'bom once where from:agent' },
  {
    kind: 'answer',
    usage: 'answer result JSON | error CODE "MESSAGE"',
    about: 'answers the request, and does not deliver it',
    example: 'answer error -32603 "disk full" where method:fs/write_text_file',
  },
  {
    kind: 'wrong-id',
    usage: 'wrong-id',
    about: 'gives the message another id',
    example: 'wrong-id once where kind:response method:session/prompt',
  },
  {
    kind: 'unknown-update',
    usage: 'unknown-update',
    about: 'gives a session/update a kind that nobody knows',
    example: 'unknown-update where update:plan',
  },
  {
    kind: 'mute',
    usage: 'mute',
    about: 'delivers nothing more of this sender: a hang',
    example: 'mute after 3 where update:tool_call',
  },
  {
    kind: 'close',
    usage: 'close stdin|stdout',
    about: "closes the agent's stdin, or the stdout that the client reads",
    example: 'close stdout where kind:request method:session/prompt',
  },
  {
    kind: 'exit',
    usage: 'exit CODE',
    about: 'ends the agent, and exits with this code',
    example: 'exit 3 after 2 where method:session/update',
  },
  {
    kind: 'kill',
    usage: 'kill SIGNAL',
    about: 'sends the agent a signal',
    example: 'kill SIGKILL after 20 where method:session/update',
  },
];
