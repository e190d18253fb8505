import { mkdirSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AcptapError } from '#core/errors.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { judgeRecording } from '#core/rules/engine/judge-recording.ts';
import { epochMs } from '#core/units.ts';
import type { RecordingHeader } from '#core/wire/entry.ts';
import type { PermissionPolicy } from '../../replay/drive/decisions.ts';
import { toPlan } from '../../replay/drive/plan.ts';
import { compareDrive } from '../../replay/drive/report.ts';
import { prepareDrive } from '../../replay/drive/prepare.ts';
import { driveAgent } from '../drive/drive-agent.ts';
import { saveRecording } from '../drive/save.ts';
import { openWorkspace } from '../drive/workspace.ts';
import { loadRecording, type LoadedRecording } from '../recordings/load-recording.ts';
import { print } from '../output/output.ts';
import { renderDrive, renderDriveJson, type Driven } from '../render/drive.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { writeOut } from '../output/write-out.ts';
import { toJsonText } from '../render/json.ts';

export interface DriveOptions {
  readonly report?: string;
  /** The folder with real files and commands, where sessions work. */
  readonly workspace?: string;
  /** Sessions work in the current folder, with recorded files and commands. */
  readonly cwd?: boolean;
  readonly permissions: PermissionPolicy;
  readonly text: 'ignored' | 'exact';
  /** How long the agent may be silent, in milliseconds. */
  readonly timeout?: number;
  readonly check?: boolean;
  readonly save?: string;
  readonly json?: boolean;
}

const TIMEOUT_MS = 120_000;

/**
 * `drive REF -- COMMAND…`: plays the recorded client to a live agent and compares turn by turn. Exit code 0 if the
 * agent did the same; 1 if not, if the drive failed, or if `--check` finds an error of the agent.
 * @throws {AcptapError} `usage`, `file-unusable`, and what loading a recording throws.
 */
export async function drive(ref: string, words: readonly string[], options: DriveOptions): Promise<0 | 1> {
  const [program, ...args] = words;
  if (!program) throw new AcptapError('usage', 'no agent command: acptap drive REF -- COMMAND [ARGUMENTS…]');
  if (options.cwd && options.workspace !== undefined)
    throw new AcptapError(
      'usage',
      '--cwd and --workspace exclude each other: --workspace . is the current folder, with real files',
    );
  const recording = await loadRecording(ref);
  if (toPlan(recording.entries).steps.length === 0)
    throw new AcptapError('usage', `there is nothing to drive in ${ref}: its client said nothing`);
  const driven = await inTemporaryFolder('drive', (temporary, onSignal) =>
    run(recording, [program, ...args], temporary, options, onSignal),
  );
  if (options.report !== undefined) await writeOut(options.report, [`${toJsonText(driven, 2)}\n`]);
  await print(options.json ? renderDriveJson(driven) : renderDrive(driven));
  const isBroken = driven.findings?.some(({ grade }) => grade === 'error') ?? false;
  return driven.outcome === 'same' && !isBroken ? 0 : 1;
}

async function run(
  { header, entries }: LoadedRecording,
  command: readonly [string, ...string[]],
  temporary: string,
  { workspace: path, cwd, permissions, text, timeout = TIMEOUT_MS, check, save }: DriveOptions,
  onSignal: (act: () => void) => void,
): Promise<Driven> {
  const refused = new Set<string>();
  const workspace = path === undefined ? undefined : openWorkspace(path, (note) => refused.add(note));
  const folder =
    workspace?.root ??
    (cwd ? realpathSync('.') : join(temporary, basename(toPlan(entries).folders[0] ?? '') || 'project'));
  const setting = prepareDrive(entries, folder);
  if (folder.startsWith(temporary))
    for (const each of [folder, ...setting.plan.folders.map(setting.names.pathToLive)])
      if (each.startsWith(folder)) mkdirSync(each, { recursive: true });
  const live = await driveAgent(command, setting, {
    permissions,
    timeout,
    onSignal: (act) => onSignal(() => (workspace?.endNow(), act())),
    ...(workspace ? { workspace: workspace.serve } : {}),
  });
  await workspace?.close();
  const { notes, ...report } = compareDrive(entries, live.entries, live.drive, { text, folders: setting.folders });
  if (save !== undefined) await saveRecording(save, toHeader(header, command, folder, live.startedAt), live.entries);
  const findings = check ? judgeRecording(live.entries, catalogue, 'orderly').findings : undefined;
  return {
    recording: header.id,
    command,
    ...report,
    notes: [...notes, ...refused],
    ...(findings ? { findings: findings.filter(({ side }) => side === 'agent') } : {}),
  };
}

const toHeader = (recorded: RecordingHeader, command: readonly string[], cwd: string, at: number): RecordingHeader => ({
  id: `drive-of-${recorded.id}`,
  name: `drive of ${recorded.name ?? recorded.id}`,
  startedAt: epochMs(at),
  command,
  cwd,
  redacted: false,
});
