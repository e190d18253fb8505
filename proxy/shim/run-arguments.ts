/** The arguments of `acptap run`. `command` holds at least the program. */
export interface RunArguments {
  readonly name: string | undefined;
  readonly record: boolean;
  /** Faults as written; with any, bytes pass frame by frame. */
  readonly faults: readonly string[];
  /** Undefined: any. */
  readonly seed: number | undefined;
  readonly command: readonly [string, ...string[]];
}

export const RUN_USAGE = `usage: acptap run [--name NAME] [--no-record] [--fault FAULT]… [--seed N] -- COMMAND [ARGUMENTS…]

Runs COMMAND as the agent, forwards every byte between it and the client, and records what passes.

  --name NAME    name of the recording; other commands accept it in place of an id
  --no-record    forward only
  --fault FAULT  interfere with the conversation: drop, delay, change or answer frames, or end the agent.
                 acptap faults lists what a fault can be. Can be given several times
  --seed N       repeat the random choices of an earlier run; the recording names its seed

Everything after -- belongs to the agent. Show the recording with: acptap show latest, or acptap inspect

Examples:
  acptap run -- gemini --acp
  acptap run --name gemini -- gemini --acp
  acptap run --fault 'delay 200ms..400ms where method:session/update' -- gemini --acp
`;

/**
 * Parses the words after `run`. Without a library, because the agent must start first.
 * Returns an error text for people, or `help`.
 */
export function parseRunArguments(words: readonly string[]): RunArguments | { readonly error: string } | 'help' {
  let name: string | undefined;
  let record = true;
  const faults: string[] = [];
  let seed: number | undefined;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word === '--help' || word === '-h') return 'help';
    if (word === '--no-record') {
      record = false;
      continue;
    }
    const [, option = '', , given] = /^--(name|fault|seed)(=([^]*))?$/.exec(word) ?? [];
    if (option === '') {
      if (word.startsWith('-') && word !== '--')
        return { error: `unknown option ${word}; put -- before the agent's command` };
      return commandOf(words.slice(word === '--' ? index + 1 : index), { name, record, faults, seed });
    }
    const value = given ?? words[++index];
    if (value === undefined || (given === undefined && value === '--'))
      return { error: `--${option} needs a value: acptap run --${option} ${option.toUpperCase()} -- COMMAND` };
    if (option === 'name') name = value;
    else if (option === 'fault') faults.push(value);
    else if (!/^\d{1,15}$/.test(value)) return { error: `--seed ${value} is no whole number: --seed 7` };
    else seed = Number(value);
  }
  return commandOf([], { name, record, faults, seed });
}

function commandOf(words: readonly string[], options: Omit<RunArguments, 'command'>) {
  const [program, ...rest] = words;
  if (program === undefined || program === '') return { error: 'no agent command: acptap run -- COMMAND [ARGUMENTS…]' };
  return { ...options, command: [program, ...rest] as const };
}
