import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { acptap } from '../support/processes.ts';

/** A person's home folder and project, with settings at some of the places. */
function person(settings: Readonly<Record<string, string>> = {}) {
  const home = temporaryFolder();
  for (const [name, text] of Object.entries(settings)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  const env = { HOME: home, XDG_CONFIG_HOME: '', CODEX_HOME: '' };
  return {
    home,
    read: (name: string) => readFileSync(join(home, name), 'utf8'),
    setup: (...words: readonly string[]) => acptap({ home: join(home, 'data'), env, cwd: home }, 'setup', ...words),
  };
}

const HOSTS = [
  ['claude-code', '.mcp.json', 'mcpServers'],
  ['gemini', '.gemini/settings.json', 'mcpServers'],
  ['zed', '.config/zed/settings.json', 'context_servers'],
] as const;

describe.each(HOSTS)('acptap setup %s --mcp', (id, file, key) => {
  const old = `// mine\r\n{\r\n\t"theme": "dark", // stays\r\n\t"${key}": { "other": { "command": "x" } },\r\n}\r\n`;

  test('adds the server, keeps the rest, and undo gives the file back byte for byte', async () => {
    const { setup, read, home } = person({ [file]: old });
    const { code, stdout } = await setup(id, '--mcp', '--yes');
    expect(code).toBe(0);
    expect(stdout).toContain(`acptap setup ${id} --mcp --undo`);
    const text = read(file);
    expect(text).toContain('// stays');
    expect(JSON.parse(text.replaceAll(/\/\/.*/g, '').replace(/,(?=\s*\}\s*$)/, ''))).toEqual({
      theme: 'dark',
      [key]: {
        other: { command: 'x' },
        acptap: { command: expect.any(String), args: expect.arrayContaining(['mcp']) },
      },
    });
    expect((await setup(id, '--mcp', '--yes')).stderr).toContain('nothing to do');
    expect(await setup(id, '--mcp', '--undo', '--yes')).toMatchObject({ code: 0, stderr: '' });
    expect(read(file)).toBe(old);
    expect(readdirSync(dirname(join(home, file))).filter((name) => name.includes('acptap'))).toEqual([]);
    expect((await setup(id, '--mcp', '--undo', '--yes')).code).toBe(1);
  });

  test('undo takes only its entry out of a file that has changed since', async () => {
    const { setup, read, home } = person({ [file]: old });
    await setup(id, '--mcp', '--yes');
    writeFileSync(join(home, file), read(file).replace('dark', 'light'));
    expect((await setup(id, '--mcp', '--undo', '--yes')).code).toBe(0);
    expect(read(file)).toContain('light');
    expect(read(file)).not.toContain('acptap');
    expect(read(file)).toContain('"other"');
  });
});

test('a missing settings file is made, and undo removes it; without --yes nothing is written', async () => {
  const { setup, read, home } = person();
  expect(await setup('claude-code', '--mcp')).toMatchObject({ code: 2 });
  expect(readdirSync(home)).not.toContain('.mcp.json');
  expect((await setup('claude-code', '--mcp', '--yes')).code).toBe(0);
  expect(JSON.parse(read('.mcp.json'))).toMatchObject({
    mcpServers: { acptap: { args: expect.arrayContaining(['mcp']) } },
  });
  expect((await setup('claude-code', '--mcp', '--undo', '--yes')).code).toBe(0);
  expect(readdirSync(home)).not.toContain('.mcp.json');
});

test('codex gets lines to paste; other names and unreadable files are explained', async () => {
  const { setup, read } = person({ '.mcp.json': '{ "mcpServers": [] }' });
  const { code, stdout } = await setup('codex', '--mcp');
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('.codex/config.toml:\n\n[mcp_servers.acptap]\ncommand = "'),
  ]);
  expect(stdout).toMatch(/args = \[.*"mcp"\]\n$/);
  expect(await setup('codex', '--mcp', '--yes')).toMatchObject({ code: 2, stderr: expect.stringContaining('TOML') });
  expect(await setup('emacs', '--mcp')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('claude-code, codex, gemini, zed'),
  });
  expect(await setup('claude-code', '--mcp', '--yes')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('.mcp.json:1:'),
  });
  expect(read('.mcp.json')).toBe('{ "mcpServers": [] }');
});
