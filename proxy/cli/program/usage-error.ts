import type { Command } from 'commander';
import { examplesOf } from './help-examples.ts';

/** Rewrites an error message of commander: `error: …` becomes ours, with a next step. */
export function usageError(text: string, command: Command | undefined): string {
  const said = text
    .replace(/^error: /, 'acptap: ')
    .replace(/unknown command '(latest(?:~\d+)?)'[^]*/, "unknown command '$1'. To see that recording: acptap show $1")
    .replace(/\n\((Did you mean .*)\)/, '. $1')
    .replace(/command-argument value '([^]*)' is invalid for argument '(\S+)'\. /, '"$1" is no $2: ')
    .replace(/option '(?:-\w, )?(--[\w-]+)[^']*' argument '([^]*)' is invalid\. /, '$1 "$2": ')
    .replace(/Allowed choices are (.*)\./, 'give one of $1')
    .trimEnd()
    .replace(/\.$/, '');
  const isMissing = /^acptap: (?:missing )?required (?:argument|option)/.test(said);
  const example = isMissing && command !== undefined ? examplesOf(command)[0] : undefined;
  const help = `see acptap ${command === undefined ? '' : `${command.name()} `}--help`;
  return `${said}${example === undefined ? ` (${help})` : `, for example: ${example} (${help})`}\n`;
}
