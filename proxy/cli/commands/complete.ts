import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { cut } from '#core/text/cut.ts';
import { visible } from '#core/wire/visible.ts';
import type { AgentEntry } from '../../setup/read-agents.ts';
import type { Machine } from '../../setup/machine.ts';
import { dataFolder } from '../../shim/data-folder.ts';
import { canReadRecordings } from '../../shim/reader-node.ts';
import { completionAt, type Candidate, type Source } from '../completion/completion-at.ts';
import { print } from '../output/output.ts';

/** The newest recordings are the likely ones. */
const MAX_RECORDINGS = 100;

/** Columns of a candidate's description. */
const MAX_DESCRIPTION = 60;

/** Names that every shell completes as one plain word. Other names, which may be hostile, are not offered. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N} ._@+,#()/~-]*$/u;

/**
 * `__complete -- WORD…`, called by the scripts of `completion`: prints candidates for the last word, one a line, with a
 * tab and a description. Prints `:files` or `:programs` where the shell completes these itself. Prints no errors.
 */
export async function complete(acptap: Command, words: readonly string[]): Promise<void> {
  const { values, sources, before, current, operands } = completionAt(acptap, words);
  const found = [...values];
  for (const source of sources) {
    const more = await candidatesOf(source, operands).catch(() => []);
    found.push(...more.filter(({ value }) => PLAIN.test(value) && value.startsWith(current)));
  }
  const lines = found.map(({ value, about }) => `${before}${value}\t${cut(visible(about), MAX_DESCRIPTION)}\n`);
  const others = sources.filter((source) => source === 'files' || source === 'programs');
  await print([...lines, ...others.map((source) => `:${source}\n`)].join('')).catch(() => {});
}

async function candidatesOf(source: Source, operands: readonly string[]): Promise<readonly Candidate[]> {
  switch (source) {
    case 'recordings':
      return recordings();
    case 'rules': {
      const { catalogue } = await import('#core/rules/catalogue.ts');
      const areas = new Set(catalogue.map(({ id }) => id.split('/')[0] ?? id));
      const all = catalogue.map(({ id, requires }) => ({ value: id, about: requires }));
      return [...[...areas].map((value) => ({ value, about: 'all rules of this area' })), ...all];
    }
    case 'editors': {
      const { editors } = await import('../../setup/editors/editors.ts');
      return editors.map(({ id, title }) => ({ value: id, about: title }));
    }
    case 'agents':
      return agentNames((await import('../../setup/machine.ts')).thisMachine(), operands[0]);
    case 'settings': {
      const { SETTINGS } = await import('../../recorder/keep-settings.ts');
      return Object.entries(SETTINGS).map(([value, { about }]) => ({ value, about }));
    }
    case 'values': {
      const { SETTINGS } = await import('../../recorder/keep-settings.ts');
      return (SETTINGS[operands[0] ?? '']?.values ?? []).map((value) => ({ value, about: '' }));
    }
    case 'files':
    case 'programs':
      return [];
  }
}

/** The agents in the settings of an editor, or of all editors; those that acptap knows, for settings that are code. */
export async function agentNames(machine: Machine, id: string | undefined): Promise<readonly Candidate[]> {
  const { findEditors } = await import('../../setup/find-editors.ts');
  const { knownAgents } = await import('../../setup/known-agents.ts');
  return findEditors(machine)
    .filter(({ editor }) => id === undefined || editor.id === id)
    .flatMap((found): readonly Pick<AgentEntry, 'name' | 'command'>[] =>
      found.kind === 'json' ? found.files.flatMap(({ agents }) => agents) : knownAgents,
    )
    .map(({ name, command }) => ({ value: name, about: command?.join(' ') ?? '' }));
}

/** `latest`, names and ids. Reads the database only where there is one. */
async function recordings(): Promise<readonly Candidate[]> {
  const { database } = dataFolder();
  if (!existsSync(database) || !canReadRecordings()) return [];
  const { newestNames } = await import('../../store/connection/newest-names.ts');
  const found = newestNames(database, MAX_RECORDINGS);
  const about = ({ command }: (typeof found)[number]) => command.join(' ');
  const [newest] = found;
  const names = new Map(found.flatMap((each) => (each.name ? [[each.name, about(each)] as const] : [])));
  return [
    ...(newest ? [{ value: 'latest', about: about(newest) }] : []),
    ...[...names].map(([value, text]) => ({ value, about: text })),
    ...found.map((each) => ({ value: each.id, about: [each.name, about(each)].filter(Boolean).join(': ') })),
  ];
}
