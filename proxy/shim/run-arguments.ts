/** The arguments of `acptap run`. `command` holds at least the program. */
export interface RunArguments {
  readonly name: string | undefined;
  readonly record: boolean;
  /** Faults as written; with any, bytes pass frame by frame. */
  readonly faults: readonly string[];
  /** Files of scripts, in their order. */
  readonly scripts: readonly string[];
  /** Undefined: a random seed. */
  readonly seed: number | undefined;
  /** Commands and the page may take part at run time. */
  readonly interactive: boolean;
  /** Filters of breakpoints, as written. */
  readonly breaks: readonly string[];
  /** The longest hold, as written. */
  readonly holdTimeout: string | undefined;
  readonly onTimeout: 'pass' | 'refuse';
  /** Holds frames even without a watcher. */
  readonly holdAlone: boolean;
  readonly command: readonly [string, ...string[]];
}

/** True if acptap splits the bytes into frames and decides about each, instead of only copying bytes. */
export const takesPart = ({ faults, scripts, interactive }: RunArguments): boolean =>
  faults.length > 0 || scripts.length > 0 || interactive;

export const RUN_USAGE = `usage: acptap run [--name NAME] [--no-record] [--fault FAULT]… [--seed N]
                  [--script FILE]… [--interactive] [--break FILTER]… -- COMMAND [ARGUMENTS…]

Runs COMMAND as the agent, forwards every byte between it and the client, and records what passes.

  --name NAME    name of the recording; other commands accept it in place of an id
  --no-record    forward only
  --fault FAULT  interfere with the conversation: drop, delay, change or answer frames, or end the agent.
                 acptap faults lists what a fault can be. Can be given several times
  --seed N       repeat the random choices of an earlier run; the recording names its seed
  --script FILE  let this script decide about each frame. Can be given several times
  --break FILTER hold the frames that match this filter of acptap show while acptap held --follow runs.
                 Can be given several times
  --interactive  let acptap held and acptap inject take part while the agent runs; --break implies it
  --hold-timeout TIME
                 how long a frame is held at most: 30s, 10m or 1h (default: 5m)
  --on-timeout pass|refuse
                 what happens then: pass delivers the frame (default); refuse answers a request with an error,
                 and drops a notification
  --hold-alone   hold frames also while nobody watches

Everything after -- belongs to the agent. Show the recording with: acptap show latest, or acptap inspect

Examples:
  acptap run -- gemini --acp
  acptap run --name gemini -- gemini --acp
  acptap run --fault 'delay 200ms..400ms where method:session/update' -- gemini --acp
  acptap run --script deny-writes.ts -- gemini --acp
  acptap run --break method:session/request_permission -- gemini --acp
`;

type Options = Omit<RunArguments, 'command'>;

/**
 * Parses the words after `run`. Without a library, because the agent must start first.
 * Returns an error text for people, or `help`.
 */
export function parseRunArguments(words: readonly string[]): RunArguments | { readonly error: string } | 'help' {
  let options: Options = {
    name: undefined,
    record: true,
    faults: [],
    scripts: [],
    seed: undefined,
    interactive: false,
    breaks: [],
    holdTimeout: undefined,
    onTimeout: 'pass',
    holdAlone: false,
  };
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word === '--help' || word === '-h') return 'help';
    const flag = FLAGS[word];
    if (flag) {
      options = { ...options, ...flag };
      continue;
    }
    const [, option = '', , given] =
      /^--(name|fault|script|seed|break|hold-timeout|on-timeout)(=([^]*))?$/.exec(word) ?? [];
    if (option === '') {
      if (word.startsWith('-') && word !== '--')
        return { error: `unknown option ${word}; put -- before the agent's command` };
      return commandOf(words.slice(word === '--' ? index + 1 : index), options);
    }
    const value = given ?? words[++index];
    if (value === undefined || (given === undefined && value === '--'))
      return {
        error: `--${option} needs a value: acptap run --${option} ${option === 'script' ? 'FILE' : option.toUpperCase()} -- COMMAND`,
      };
    const taken = takeValue(option, value, options);
    if ('error' in taken) return taken;
    options = taken;
  }
  return commandOf([], options);
}

const FLAGS: { readonly [word: string]: Partial<Options> | undefined } = {
  '--no-record': { record: false },
  '--interactive': { interactive: true },
  '--hold-alone': { holdAlone: true },
};

function takeValue(option: string, value: string, options: Options): Options | { readonly error: string } {
  switch (option) {
    case 'fault':
      return { ...options, faults: [...options.faults, value] };
    case 'script':
      return { ...options, scripts: [...options.scripts, value] };
    case 'break':
      return { ...options, breaks: [...options.breaks, value], interactive: true };
    case 'seed':
      if (!/^\d{1,15}$/.test(value)) return { error: `--seed ${value} is not a whole number: --seed 7` };
      return { ...options, seed: Number(value) };
    case 'hold-timeout':
      return { ...options, holdTimeout: value };
    case 'on-timeout':
      if (value !== 'pass' && value !== 'refuse') return { error: `--on-timeout ${value}: give pass or refuse` };
      return { ...options, onTimeout: value };
    default:
      return { ...options, name: value };
  }
}

function commandOf(words: readonly string[], options: Options) {
  const [program, ...rest] = words;
  if (program === undefined || program === '') return { error: 'no agent command: acptap run -- COMMAND [ARGUMENTS…]' };
  const { faults, seed, interactive, holdAlone, holdTimeout, onTimeout } = options;
  if (seed !== undefined && faults.length === 0)
    return { error: '--seed repeats the choices of faults: add --fault FAULT' };
  if (!interactive && (holdAlone || holdTimeout !== undefined || onTimeout === 'refuse'))
    return {
      error:
        '--hold-timeout, --on-timeout and --hold-alone are for frames that are held: add --break FILTER or --interactive',
    };
  return { ...options, command: [program, ...rest] as const };
}
