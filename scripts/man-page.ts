import type { Command } from 'commander';
import { helpText } from '../proxy/cli/program/help-examples.ts';

/** The manual page, from the same words as the help. */
export function manPage(acptap: Command, version: string): string {
  const commands = acptap.createHelp().visibleCommands(acptap);
  return [
    `.TH ACPTAP 1 "" "acptap ${roff(version)}"`,
    '.SH NAME',
    `acptap \\- ${roff(acptap.summary())}`,
    '.SH SYNOPSIS',
    '.B acptap',
    roff(acptap.usage()),
    '.SH DESCRIPTION',
    ...verbatim(acptap.description()).slice(1), // no .PP below a heading
    '.SH OPTIONS',
    ...options(acptap),
    '.SH COMMANDS',
    ...commands.flatMap(section),
    '.SH NOTES',
    ...verbatim(textBelow(acptap)).slice(1), // no .PP below a heading
    '',
  ].join('\n');
}

function section(command: Command): readonly string[] {
  const help = command.createHelp();
  const heading = [`.SS "acptap ${roff(command.name())} ${roff(command.usage())}"`, roff(command.description())];
  if (command.registeredArguments.length + help.visibleOptions(command).length === 0)
    return [...heading, ...verbatim(helpText(command))]; // its help is a text
  return [
    ...heading,
    ...help.visibleArguments(command).flatMap((each) => item(help.argumentTerm(each), help.argumentDescription(each))),
    ...options(command),
    ...verbatim(textBelow(command)),
  ];
}

function options(command: Command): readonly string[] {
  const help = command.createHelp();
  return help.visibleOptions(command).flatMap((each) => item(help.optionTerm(each), help.optionDescription(each)));
}

const item = (term: string, description: string) => ['.TP', `.B "${roff(term)}"`, roff(description)];

/** The text below the lists of the help: examples and exit codes. */
const textBelow = (command: Command): string => helpText(command).slice(command.helpInformation().length);

function verbatim(text: string): readonly string[] {
  const lines = text.trim();
  return lines === '' ? [] : ['.PP', '.nf', ...lines.split('\n').map(roff), '.fi'];
}

/** Escapes what roff would take for a request, and keeps hyphens that a person copies. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replace(/^(?=[.'])/gm, '\\&');
