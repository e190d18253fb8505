import type { Command, Option } from 'commander';
import { suggestCompletions } from '#core/filter/suggest-completions.ts';
import { helpText } from '../program/help-examples.ts';
import { STORED_REF } from '../program/ref-help.ts';

export interface Candidate {
  readonly value: string;
  readonly about: string;
}

/** A source of further values. The shell itself completes files and programs. */
export type Source = 'recordings' | 'rules' | 'editors' | 'agents' | 'settings' | 'values' | 'files' | 'programs';

export interface Completion {
  readonly values: readonly Candidate[];
  readonly sources: readonly Source[];
  /** The part of the word before each value: `--format=`. */
  readonly before: string;
  /** The beginning of the value. */
  readonly current: string;
  /** The earlier words of the command that are neither options nor their values. */
  readonly operands: readonly string[];
}

/** The sources of arguments and option values, by the option, or by the word that the help shows for them. */
const SOURCES: Readonly<Record<string, readonly Source[]>> = {
  ref: ['recordings', 'files'],
  refs: ['recordings', 'files'],
  a: ['recordings', 'files'],
  b: ['recordings', 'files'],
  id: ['rules'],
  rule: ['rules'],
  editor: ['editors'],
  '--agent': ['agents'],
  key: ['settings'],
  value: ['values'],
  file: ['files'],
  files: ['files'],
  path: ['files'],
  folder: ['files'],
  command: ['programs'],
};

/** The word for a filter in the help. */
const QUERY = 'query';

/** Returns the completions of the last of `words`, which follow `acptap` on the command line. */
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
    operands: command ? operandsIn(command, given) : [],
  });
  const [verb, ...given] = rest.toReversed();
  const command = acptap.commands.find((each) => each.name() === verb);
  if (verb === undefined) return answer(last.startsWith('-') ? optionsOf(acptap) : verbsOf(acptap));
  if (verb === 'help') return answer(given.length > 0 ? [] : [...verbsOf(acptap), { value: 'filter', about: '' }]);
  if (!command) return answer([]);
  if (given.includes('--')) return answer([], [given.at(-1) === '--' ? 'programs' : 'files']);
  const flag =
    joined?.slice(0, -1) ?? (last === '=' ? given.at(-1) : given.at(-1) === '=' ? given.at(-2) : given.at(-1));
  const option = command.options.find(
    (each) => takesValue(each) && flag !== undefined && [each.long, each.short].includes(flag),
  );
  if (option) {
    const placeholder = placeholderOf(option);
    if (placeholder === QUERY) return answer(filterTerms(current));
    return answer(asCandidates(option.argChoices), SOURCES[option.long ?? ''] ?? SOURCES[placeholder]);
  }
  if (last.startsWith('-')) return answer(optionsOf(command));
  return argumentAt(command, given, current, answer);
}

function argumentAt(
  command: Command,
  given: readonly string[],
  current: string,
  answer: (values: readonly Candidate[], sources?: readonly Source[]) => Completion,
): Completion {
  if (command.name() === 'run') return answer([], ['programs']); // run parses its words itself
  const place = operandsIn(command, given).length;
  const last = command.registeredArguments.at(-1);
  const argument = command.registeredArguments[place] ?? (last?.variadic ? last : undefined);
  if (!argument) return answer([]);
  if (argument.name() === QUERY) return answer(filterTerms(current));
  const sources = SOURCES[argument.name()] ?? [];
  return answer(
    asCandidates(argument.argChoices),
    argument.description === STORED_REF ? sources.filter((each) => each !== 'files') : sources,
  );
}

/** The fields of the filter language, and the values that all recordings have, after what is typed already. */
const filterTerms = (typed: string): readonly Candidate[] => {
  const { at, items } = suggestCompletions(typed, typed.length, () => []);
  return items.map(({ text, about }) => ({ value: typed.slice(0, at) + text, about }));
};

function operandsIn(command: Command, given: readonly string[]): readonly string[] {
  const withValue = new Set(command.options.filter(takesValue).flatMap(({ long, short }) => [long, short]));
  return given.filter((word, index) => !word.startsWith('-') && !withValue.has(given[index - 1] ?? ''));
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
