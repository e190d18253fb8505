import { dataFolder } from '../shim/data-folder.ts';
import { identify, type ProcessIdentity } from '../shim/process-identity.ts';
import { startRecorder, type Recorder } from '../shim/start-recorder.ts';

/** Ends an agent that we have started should we be killed, as it does for `run`. */
export function startWarden(agent: ProcessIdentity): Recorder {
  const { database, watched } = dataFolder();
  return startRecorder({ database, watched, shim: identify(process.pid), agent });
}
