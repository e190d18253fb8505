import type { Command } from 'commander';

/** The last part of a command's help. Tests run each line, in order, in one folder. */
export const examples = (...lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`;

/** The command lines below `Examples:` in a command's help. */
export function examplesOf(command: Command): readonly string[] {
  const [, block = ''] = /^Examples:\n((?: {2}.*\n?)*)/m.exec(helpText(command)) ?? [];
  return block
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** All that `--help` prints. */
export function helpText(command: Command): string {
  const { writeOut } = command.configureOutput();
  const texts: string[] = [];
  command.configureOutput({ writeOut: (text) => void texts.push(text) }).outputHelp();
  if (writeOut) command.configureOutput({ writeOut });
  return texts.join('');
}
