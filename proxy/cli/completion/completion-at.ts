import type { Command, Option } from 'commander';
import { helpText } from '../help-examples.ts';
import { STORED_REF } from '../ref-help.ts';

export interface Candidate {
  readonly value: string;
  readonly about: string;
}

/** Where other values come from. The shell knows files and programs. */
export type Source = 'recordings' | 'rules' | 'editors' | 'files' | 'programs';

export interface Completion {
  readonly values: readonly Candidate[];
  readonly sources: readonly Source[];
  /** Stands before each value in the shell: `--format=`. */
  readonly before: string;
  /** The beginning of the value. */
  readonly current: string;
}

/** The sources of arguments and option values, by the word that the help shows for them. */
const SOURCES: Readonly<Record<string, readonly Source[]>> = {
  ref: ['recordings', 'files'],
  refs: ['recordings', 'files'],
  a: ['recordings', 'files'],
  b: ['recordings', 'files'],
  id: ['rules'],
  rule: ['rules'],
  editor: ['editors'],
  file: ['files'],
  files: ['files'],
  path: ['files'],
  folder: ['files'],
  command: ['programs'],
};

/** What may stand in place of the last of `words`, which follow `acptap` on the command line. */
export function completionAt(acptap: Command, words: readonly string[]): Completion {
  const [last = '', ...rest] = words.toReversed();
  // Bash makes words of `--format`, `=` and `json`; other shells give `--format=json`.
  const [, joined, value] = /^(--[\w-]+=)(.*)$/s.exec(last) ?? [];
  const current = value ?? (last === '=' ? '' : last);
  const answer = (values: readonly Candidate[], sources: readonly Source[] = []): Completion => ({
    values: values.filter((each) => each.value.startsWith(current)),
    sources,
    before: joined ?? '',
    current,
  });
  const [verb, ...given] = rest.toReversed();
  if (verb === undefined) return answer(last.startsWith('-') ? optionsOf(acptap) : verbsOf(acptap));
  if (verb === 'help') return answer(given.length > 0 ? [] : [...verbsOf(acptap), { value: 'filter', about: '' }]);
  const command = acptap.commands.find((each) => each.name() === verb);
  if (!command) return answer([]);
  if (given.includes('--')) return answer([], [given.at(-1) === '--' ? 'programs' : 'files']);
  const flag =
    joined?.slice(0, -1) ?? (last === '=' ? given.at(-1) : given.at(-1) === '=' ? given.at(-2) : given.at(-1));
  const option = command.options.find(
    (each) => takesValue(each) && flag !== undefined && [each.long, each.short].includes(flag),
  );
  if (option) return answer(asCandidates(option.argChoices), SOURCES[placeholderOf(option)]);
  if (last.startsWith('-')) return answer(optionsOf(command));
  return argumentAt(command, given, answer);
}

function argumentAt(
  command: Command,
  given: readonly string[],
  answer: (values: readonly Candidate[], sources?: readonly Source[]) => Completion,
): Completion {
  if (command.name() === 'run') return answer([], ['programs']); // its words are not commander's
  const place = operandsIn(command, given);
  const last = command.registeredArguments.at(-1);
  const argument = command.registeredArguments[place] ?? (last?.variadic ? last : undefined);
  if (!argument) return answer([]);
  const sources = SOURCES[argument.name()] ?? [];
  return answer(
    asCandidates(argument.argChoices),
    argument.description === STORED_REF ? sources.filter((each) => each !== 'files') : sources,
  );
}

/** Counts the words that are neither options nor their values. */
function operandsIn(command: Command, given: readonly string[]): number {
  const withValue = new Set(command.options.filter(takesValue).flatMap(({ long, short }) => [long, short]));
  return given.filter((word, index) => !word.startsWith('-') && !withValue.has(given[index - 1] ?? '')).length;
}

const takesValue = (option: Option) => option.required || option.optional;

const placeholderOf = (option: Option) => /[<[]([\w-]+)/.exec(option.flags)?.[1] ?? '';

const asCandidates = (choices: readonly string[] = []) => choices.map((value) => ({ value, about: '' }));

const verbsOf = (acptap: Command): readonly Candidate[] =>
  acptap
    .createHelp()
    .visibleCommands(acptap)
    .map((command) => ({ value: command.name(), about: command.description() }));

function optionsOf(command: Command): readonly Candidate[] {
  if (command.name() === 'run')
    return asCandidates([...helpText(command).matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name]) => name ?? ''));
  return command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, short, description }) =>
      asCandidates([long ?? short ?? '']).map((each) => ({ ...each, about: description })),
    );
}
