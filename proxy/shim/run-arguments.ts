/** The arguments of `acptap run`. `command` holds at least the program. */
export interface RunArguments {
  readonly name: string | undefined;
  readonly record: boolean;
  readonly command: readonly [string, ...string[]];
}

export const RUN_USAGE = `usage: acptap run [--name NAME] [--no-record] -- COMMAND [ARGUMENTS…]

Runs COMMAND as the agent, forwards every byte between it and the client, and records what passes.

  --name NAME    name of the recording; other commands accept it in place of an id
  --no-record    forward only

Everything after -- belongs to the agent. Show the recording with: acptap show latest, or acptap inspect

Examples:
  acptap run -- gemini --acp
  acptap run --name gemini -- gemini --acp
`;

/**
 * Parses the words after `run`. Without a library, because the agent must start first.
 * Returns an error text for people, or `help`.
 */
export function parseRunArguments(words: readonly string[]): RunArguments | { readonly error: string } | 'help' {
  let name: string | undefined;
  let record = true;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word === '--help' || word === '-h') return 'help';
    if (word === '--no-record') record = false;
    else if (word === '--name') {
      name = words[++index];
      if (name === undefined || name === '--')
        return { error: '--name needs a value: acptap run --name NAME -- COMMAND' };
    } else if (word.startsWith('--name=')) name = word.slice('--name='.length);
    else if (word.startsWith('-') && word !== '--')
      return { error: `unknown option ${word}; put -- before the agent's command` };
    else return commandOf(words.slice(word === '--' ? index + 1 : index), name, record);
  }
  return commandOf([], name, record);
}

function commandOf(words: readonly string[], name: string | undefined, record: boolean) {
  const [program, ...rest] = words;
  if (program === undefined || program === '') return { error: 'no agent command: acptap run -- COMMAND [ARGUMENTS…]' };
  return { name, record, command: [program, ...rest] as const };
}
