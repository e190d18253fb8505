import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentNames } from '../../proxy/cli/commands/complete.ts';
import { completionAt } from '../../proxy/cli/completion/completion-at.ts';
import { program } from '../../proxy/cli/program/program.ts';
import { machineWith } from '../setup/machine.ts';
import { temporaryFolder } from '../support/folders.ts';

const acptap = program();
const at = (...words: readonly string[]) => {
  const { values, sources } = completionAt(acptap, words);
  return [...values.map(({ value }) => value), ...sources.map((source) => `:${source}`)];
};

test('offers commands that begin with the word, and no hidden ones', () => {
  expect(at('se')).toEqual(['setup', 'search']);
  expect(at('__')).toEqual([]);
  expect(at('help', 'fil')).toEqual(['files', 'filter']);
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
  [['search', 'seq'], ['seq:']],
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
    [
      '--name',
      '--no-record',
      '--fault',
      '--seed',
      '--script',
      '--break',
      '--interactive',
      '--hold-timeout',
      '--on-timeout',
      '--hold-alone',
    ],
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
  [['setup', 'zed', '--agent', ''], [':agents']],
  [['config', ''], [':settings']],
  [['config', 'keep.findings', ''], [':values']],
  [['show', 'latest', '--filter', 'ha'], ['has:']],
  [['search', 'method:initialize kind:resp'], ['method:initialize kind:response']],
  [['check', '--filter=-has:fi'], ['-has:finding']],
  [['nope', ''], []],
])('%j offers %j', (words, offered) => {
  expect(at(...words)).toEqual(offered);
});

test('offers the agents in the settings of the named editor', async () => {
  const home = temporaryFolder();
  mkdirSync(join(home, '.config/zed'), { recursive: true });
  mkdirSync(join(home, '.jetbrains'));
  writeFileSync(join(home, '.config/zed/settings.json'), '{"agent_servers":{"My Agent":{"command":"a","args":["b"]}}}');
  writeFileSync(join(home, '.jetbrains/acp.json'), '{"agent_servers":{"Other":{"command":"c"}}}');
  const machine = machineWith({}, { home, env: {} });
  const { operands } = completionAt(acptap, ['setup', 'zed', '--agent', '']);
  expect(await agentNames(machine, operands[0])).toEqual([{ value: 'My Agent', about: 'a b' }]);
  const all = await agentNames(machine, undefined);
  expect(all.map(({ value }) => value)).toEqual(['My Agent', 'Other']);
});

const recordingArguments = acptap.commands.flatMap((command) =>
  command.registeredArguments
    .map(({ description }, place) => ({ verb: command.name(), description, place }))
    .filter(({ description }) => description.includes('its id or the beginning of its id')),
);

test.each(recordingArguments)('$verb offers recordings for argument $place', ({ verb, place }) => {
  expect(at(verb, ...Array.from({ length: place }, () => 'x'), '')).toContain(':recordings');
});
