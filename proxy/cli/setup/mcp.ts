import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AcptapError } from '#core/errors.ts';
import { visible } from '#core/wire/visible.ts';
import type { Machine } from '../../setup/machine.ts';
import { addServer, SERVER, serverIn } from '../../setup/mcp-entry.ts';
import { mcpHosts, type JsonHost } from '../../setup/mcp-hosts.ts';
import { backUp, readSettings, replaceSettings, type SettingsFile } from '../../setup/settings-file.ts';
import { removeItem } from '../../setup/wrap-agent.ts';
import { print, warn } from '../output/output.ts';
import { shellWord } from '../render/setup.ts';
import { changeSettings } from './change-settings.ts';
import type { SetupOptions } from './options.ts';

/** `setup HOST --mcp`: adds `acptap mcp` to the MCP servers of a coding agent, prints the lines, or takes it back. */
export async function setupMcp(
  id: string | undefined,
  { undo, yes, file: path }: SetupOptions,
  machine: Machine,
  acptap: readonly [string, ...string[]],
): Promise<0 | 1> {
  const ids = mcpHosts.map((each) => each.id).join(', ');
  const host = mcpHosts.find((each) => each.id === id?.toLowerCase());
  if (!host)
    throw new AcptapError(
      'usage',
      `${id === undefined ? 'name a coding agent' : `--mcp does not know "${id}"`}: ${ids}`,
    );
  const command = [...acptap, 'mcp'] as const;
  if (host.kind === 'toml') {
    if (undo || yes || path !== undefined)
      throw new AcptapError(
        'usage',
        `the settings of ${host.title} are TOML: acptap does not edit them; leave out the other options`,
      );
    await print(`Add to ${visible(host.file(machine))}:\n\n${tomlOf(command)}`);
    return 0;
  }
  const settings = path ?? host.file(machine, process.cwd());
  const file = readSettings(settings) ?? missing(settings);
  return undo ? takeBack(host, file, yes) : add(host, file, { command, yes, path });
}

interface Adding {
  readonly command: readonly [string, ...string[]];
  readonly yes: boolean | undefined;
  /** The path of `--file`. */
  readonly path: string | undefined;
}

async function add(host: JsonHost, file: SettingsFile, { command, yes, path }: Adding): Promise<0 | 1> {
  if (serverIn(file, host.key)) {
    warn(`${file.path} has an MCP server ${SERVER} already: nothing to do`);
    return 0;
  }
  const next = addServer(file.text, host.key, command);
  const write = () => {
    if (existsSync(file.path)) return writeWithBackup(file, next);
    writeFileSync(file.path, next, { flag: 'wx' });
    return undefined;
  };
  const written = await changeSettings(file, { next, write: () => ({ backup: write() }), yes });
  if (!written) return 1;
  const where = path === undefined ? '' : ` --file ${shellWord(path)}`;
  const old = written.backup === undefined ? '' : ` The old file is ${visible(written.backup)}`;
  await print(
    `Added the MCP server ${SERVER} to ${host.title}.${old}\nIt shows the recordings of ${host.runsIn}; add "--all" to its args for all.\nTake it back: acptap setup ${host.id} --mcp --undo${where}\n`,
  );
  return 0;
}

function writeWithBackup(file: SettingsFile, next: string): string {
  const backup = backUp(file);
  try {
    replaceSettings(file, next);
  } catch (cause) {
    rmSync(backup, { force: true });
    throw cause;
  }
  return backup;
}

/** Gives back the old file byte for byte if only our entry was added to it; else removes only the entry. */
async function takeBack(host: JsonHost, file: SettingsFile, yes: boolean | undefined): Promise<0 | 1> {
  const entry = serverIn(file, host.key);
  if (!entry?.command?.includes('mcp')) {
    warn(`${file.path} has no MCP server of acptap: nothing to undo`);
    return 1;
  }
  const { command } = entry;
  const isOld = (text: string) => addServer(text, host.key, command) === file.text;
  const backup = backupsOf(file).find((path) => isOld(readFileSync(path, 'utf8')));
  if (backup === undefined && isOld('')) {
    const removed = await changeSettings(file, { next: '', write: () => ({ done: rmSync(file.real) }), yes });
    return removed ? 0 : 1;
  }
  const next = backup === undefined ? removeItem(file.text, entry) : readFileSync(backup, 'utf8');
  const write = () => {
    replaceSettings(file, next);
    if (backup !== undefined) rmSync(backup, { force: true });
    return true;
  };
  if (!(await changeSettings(file, { next, write, yes }))) return 1;
  await print(`Removed the MCP server ${SERVER} from ${host.title}\n`);
  return 0;
}

/** Copies that `setup` made of a settings file. */
const backupsOf = ({ real }: SettingsFile): readonly string[] =>
  readdirSync(dirname(real))
    .filter((name) => name.startsWith(`${basename(real)}.acptap-backup`))
    .map((name) => join(dirname(real), name));

const missing = (path: string): SettingsFile => ({ path, real: path, bytes: Buffer.alloc(0), text: '' });

/** TOML strings are JSON strings, except for characters that JSON need not escape. */
const tomlOf = ([command, ...args]: readonly [string, ...string[]]): string =>
  `[mcp_servers.${SERVER}]\ncommand = ${JSON.stringify(command)}\nargs = [${args.map((word) => JSON.stringify(word)).join(', ')}]\n`;
