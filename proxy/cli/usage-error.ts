import type { Command } from 'commander';
import { examplesOf } from './help-examples.ts';

/** Rewrites an error message of commander: `error: …` becomes ours, with a next step. */
export function usageError(text: string, command: Command | undefined): string {
  const said = text
    .replace(/^error: /, 'acptap: ')
    .replace(/\n\((Did you mean .*)\)/, '. $1')
    .trimEnd();
  const isMissing = said.startsWith('acptap: missing required argument');
  const example = isMissing && command !== undefined ? examplesOf(command)[0] : undefined;
  const help = `see acptap ${command === undefined ? '' : `${command.name()} `}--help`;
  return `${said}${example === undefined ? ` (${help})` : `, for example: ${example} (${help})`}\n`;
}
