import { dataFolder } from '../shim/data-folder.ts';
import { identify, type ProcessIdentity } from '../shim/process-identity.ts';
import { startRecorder, type Recorder } from '../shim/start-recorder.ts';

/** Starts a process that ends our agent if we are killed, as for `run`. */
export function startAgentWarden(agent: ProcessIdentity): Recorder {
  const { database, watched } = dataFolder();
  return startRecorder({ database, watched, shim: identify(process.pid), agent });
}
