import { expect, test } from 'vitest';
import { completionAt } from '../../proxy/cli/completion/completion-at.ts';
import { program } from '../../proxy/cli/program.ts';

const acptap = program();
const at = (...words: readonly string[]) => {
  const { values, sources } = completionAt(acptap, words);
  return [...values.map(({ value }) => value), ...sources.map((source) => `:${source}`)];
};

test('offers commands that begin with the word, and no hidden ones', () => {
  expect(at('se')).toEqual(['search', 'setup']);
  expect(at('__')).toEqual([]);
  expect(at('help', 'fil')).toEqual(['filter']);
});

test.each([
  [
    ['show', ''],
    [':recordings', ':files'],
  ],
  [
    ['show', '--raw', ''],
    [':recordings', ':files'],
  ],
  [['rm', 'one', ''], [':recordings']],
  [
    ['diff', 'one', ''],
    [':recordings', ':files'],
  ],
  [['diff', 'one', 'two', ''], []],
  [['search', ''], []],
  [
    ['search', 'word', ''],
    [':recordings', ':files'],
  ],
  [
    ['check', '--format', 'j'],
    ['json', 'junit'],
  ],
  [
    ['check', '--format=j'],
    ['json', 'junit'],
  ],
  [
    ['check', '--format', '=', 'j'],
    ['json', 'junit'],
  ], // as bash splits it
  [
    ['check', '--format', '='],
    ['text', 'json', 'junit', 'sarif', 'github'],
  ],
  [['check', '--only', ''], [':rules']],
  [['check', '--timeout', ''], []],
  [['rules', ''], [':rules']],
  [['setup', ''], [':editors']],
  [['export', 'latest', '-o', ''], [':files']],
  [['import', ''], [':files']],
  [
    ['run', '--'],
    ['--name', '--no-record'],
  ],
  [['run', ''], [':programs']],
  [['drive', 'latest', '--', ''], [':programs']],
  [['drive', 'latest', '--', 'gemini', ''], [':files']],
  [
    ['show', '--fi'],
    ['--filter', '--findings'],
  ],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [['nope', ''], []],
])('%j offers %j', (words, offered) => {
  expect(at(...words)).toEqual(offered);
});

const recordingArguments = acptap.commands.flatMap((command) =>
  command.registeredArguments
    .map(({ description }, place) => ({ verb: command.name(), description, place }))
    .filter(({ description }) => description.includes('its id or the beginning of its id')),
);

test.each(recordingArguments)('$verb offers recordings for argument $place', ({ verb, place }) => {
  expect(at(verb, ...Array.from({ length: place }, () => 'x'), '')).toContain(':recordings');
});
