/** `acptap/replay`: a recorded agent for the tests of a client. No subprocess, no database, no network. */
export { replayAgent, type ReplayedAgent, type ReplayOptions, type ReplayReport } from './as-agent.ts';
export { loadRecordingFile, readRecordingFile, type RecordingFile } from './read-recording.ts';
export type { Divergence } from './player.ts';
