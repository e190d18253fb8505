import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { program } from '../../proxy/cli/program/program.ts';

const page = readFileSync('dist/man/acptap.1', 'utf8');
const acptap = program();
const commands = acptap.createHelp().visibleCommands(acptap);

test.each(commands.map((command) => [command.name(), command] as const))(
  'the man page has acptap %s with all its options',
  (name, command) => {
    expect(page).toContain(`.SS "acptap ${name} `);
    for (const { flags } of command.createHelp().visibleOptions(command))
      expect(page).toContain(`.B "${flags.replaceAll('-', '\\-')}"`);
  },
);

test('man formats the page without a warning', ({ skip }) => {
  const script = 'command -v man > /dev/null || exit 127; man --warnings -l dist/man/acptap.1';
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8' });
  if (status === 127) skip('man is not installed, so the page was not formatted');
  expect(stderr).toBe('');
  expect(stdout).toContain('acptap run --name gemini -- gemini --acp');
});
