import { takesPart, type RunArguments } from './run-arguments.ts';
import { dataFolder, type DataFolder } from './data-folder.ts';
import { closedNotice, ForeignFileError, claimDatabase, claimFolder, noModesNotice } from './own-data.ts';
import { identify, type ProcessIdentity } from './process-identity.ts';
import { canReadRecordings, READER_NODE } from './reader-node.ts';
import { reasonOf, writeStderrLine } from './stderr-line.ts';
import { noSpool, openSpool, type Spool, type SpoolSetting } from './spool.ts';
import { DELIVERIES_SPOOL_FORMAT, SPOOL_FORMAT } from './spool-format.ts';
import { startRecorder, type RecorderOrder } from './start-recorder.ts';
import { isWatched, startWhenQuiet } from './start-when-quiet.ts';
import { startWarden } from './start-warden.ts';

/** Delay from the agent's start to its warden's. A shim killed before that may leave a stubborn agent behind. */
const WARDEN_DELAY_MS = 5;

/** How often the shim checks for a deleted spool. */
const CHECK_MS = 1000;

/** Delay from the recorder's start until it is the warden. */
const RECORDER_READY_MS = 2000;

/** The recording of a connection, and its warden. */
export interface Recording {
  readonly spool: Spool;
  /** Undefined, like `startedAt`, if the recording could not be started. */
  readonly id?: string;
  readonly startedAt?: number;
  /** The agent's process at its start. */
  readonly agent?: ProcessIdentity;
  /** Call after the agent's first output was forwarded. */
  agentSpoke(): void;
  /** Call at the end. `orderly`: the agent ended by itself, so processes that it left may run on. */
  finish(orderly: boolean): void;
}

/** Starts the recording. Errors never affect the agent: at worst nothing is recorded. */
export function startRecording(options: RunArguments, agentPid: number | undefined, version: string): Recording {
  try {
    return record(options, agentPid, version);
  } catch (cause) {
    writeStderrLine(`not recording, the agent runs on: ${reasonOf(cause)}`);
    return { spool: noSpool, agentSpoke() {}, finish() {} };
  }
}

function record(options: RunArguments, agentPid: number | undefined, version: string): Recording {
  const startedAt = Date.now();
  const origin = performance.now();
  const elapsedUs = () => Math.round((performance.now() - origin) * 1000);
  const shim = identify(process.pid);
  const agent = agentPid === undefined ? undefined : identify(agentPid);
  const folder = dataFolder();
  const id = newId();
  const path = `${folder.spool}/${id}.spool`;
  const header = {
    'acptap-spool': takesPart(options) ? DELIVERIES_SPOOL_FORMAT : SPOOL_FORMAT,
    id,
    ...(options.name === undefined ? {} : { name: options.name }),
    command: options.command,
    cwd: workingDirectory(),
    startedAt,
    shim,
    ...(agent ? { agent } : {}),
    acptap: version,
    node: process.versions.node,
  };
  const spool = options.record ? openSpool(path, header, { elapsedUs, ...createSetting(folder, path) }) : noSpool;
  if (options.record) {
    setImmediate(sayIfUnreadable);
    setImmediate(() => spool.size() > 0 && sayIfRefused(folder));
    keepFile(spool);
  }
  const order: RecorderOrder = {
    ...(options.record ? { spool: path } : {}),
    database: folder.database,
    watched: folder.watched,
    shim,
    ...(agent ? { agent } : {}),
  };
  return { spool, id, startedAt, ...(agent ? { agent } : {}), ...watchOver(order, agent, spool) };
}

/** The folders and notices of a spool: at most one line for each problem. */
function createSetting({ root, spool }: DataFolder, path: string): Omit<SpoolSetting, 'elapsedUs'> {
  let hasModes = true;
  return {
    prepare() {
      const had = hasModes;
      const states = [claimFolder(root, { root: true }), claimFolder(spool)];
      hasModes = !states.includes('without-modes');
      if (states[0] === 'closed') writeStderrLine(closedNotice(root));
      if (had && !hasModes) writeStderrLine(noModesNotice(root));
    },
    onTrouble: (cause) =>
      writeStderrLine(
        `not recording for now, the agent runs on: cannot write ${path} (${reasonOf(cause)}); set ACPTAP_HOME to a writable folder`,
      ),
    onCut: () => writeStderrLine(`${path} was cut while recording; the recording has the number of missing bytes`),
    onDeleted: (failure) =>
      writeStderrLine(
        failure === undefined
          ? `${path} was deleted while recording; a new file has all of it`
          : `${path} was deleted while recording and cannot be created again (${reasonOf(failure)}); the recording is lost unless this is fixed before the agent ends`,
      ),
  };
}

function keepFile(spool: Spool): void {
  const look = () => {
    if (spool.check()) setImmediate(look);
  };
  setInterval(look, CHECK_MS).unref();
}

/**
 * Starts a shell as the warden after WARDEN_DELAY_MS or the agent's first output, because starting it costs a little
 * time. Starts the recorder, the later warden, when the wire is quiet.
 */
function watchOver(
  order: RecorderOrder,
  agent: ProcessIdentity | undefined,
  spool: Spool,
): Pick<Recording, 'agentSpoke' | 'finish'> {
  let warden: ReturnType<typeof startWarden>;
  const beginWarden = () => {
    if (agent) warden ??= startWarden(agent);
  };
  const wardenTimer = setTimeout(beginWarden, WARDEN_DELAY_MS);
  wardenTimer.unref();
  let recorder: ReturnType<typeof startRecorder> | undefined;
  const begin = () => {
    recorder ??= startRecorder(order, { restarts: 3 });
    setTimeout(() => warden?.dismiss(), RECORDER_READY_MS).unref();
  };
  const giveUp = startWhenQuiet(begin, { size: spool.size, watched: () => isWatched(order.watched) });
  return {
    agentSpoke: () => void setImmediate(beginWarden),
    finish(orderly) {
      clearTimeout(wardenTimer);
      giveUp();
      if (orderly) warden?.dismiss();
      if (order.spool !== undefined || !orderly) begin();
      recorder?.finish(orderly);
    },
  };
}

function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return ''; // the folder was deleted; the agent may work without it
  }
}

/** 12 characters of a–z and 0–9: a short prefix is easy to type; 62 bits. */
function newId(): string {
  let id = '';
  while (id.length < 12) id += Math.random().toString(36).slice(2, 8);
  return id.slice(0, 12);
}

/** Prints a notice: the recording is made, but this Node cannot read it. */
function sayIfUnreadable(): void {
  if (canReadRecordings()) return;
  writeStderrLine(`recording with Node ${process.versions.node}; read the recording with Node ${READER_NODE} or newer`);
}

/** Prints a notice: the recording is made, but the database is refused. */
function sayIfRefused({ database, spool }: DataFolder): void {
  try {
    claimDatabase(database);
  } catch (cause) {
    if (!(cause instanceof ForeignFileError)) return; // commands report other trouble
    writeStderrLine(
      `${cause.message}: move it away; until then recordings wait in ${spool}, and no command can show them`,
    );
  }
}
