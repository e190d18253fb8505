/** `acptap/replay`: a recorded agent for the tests of a client. No subprocess, no database, no network. */
export { replayAgent } from './as-agent.ts';
export type { ReplayedAgent, ReplayOptions } from './replayed-agent.ts';
export { virtualClock, type Clock, type VirtualClock } from './clock.ts';
export type { Intervention, ReportedFault } from './faults/faults.ts';
export { fixture, type Fixture } from './fixture.ts';
export type { AgentFrame, FrameAction, FrameHook, FrameWire } from './player/frame-hook.ts';
export type { JournalEntry } from './player/journal.ts';
export { parseMatch, type MatchLevel, type MatchLevels } from './matching/levels.ts';
export { fixtureOptions, type FixtureOptions, type PlayOptions } from './options.ts';
export type { Speed } from './pacing.ts';
export { loadRecordingFile, readRecordingFile, type RecordingFile } from './playbook/read-recording.ts';
export type { PlayableRecording } from './playbook/playable-recording.ts';
export { renderReport } from './report/render-report.ts';
export { ReplayDivergence } from './report/replay-divergence.ts';
export { toJUnit } from './report/replay-junit.ts';
export {
  isFailure,
  type ClientFinding,
  type Divergence,
  type NearMiss,
  type ReplayReport,
  type RecordedMessage,
  type Unplayed,
  type Unrecorded,
} from './report/replay-report.ts';
export {
  scenario,
  type Reply,
  type Scenario,
  type ScenarioSession,
  type ScenarioToolCall,
  type ScenarioTurn,
} from './scenario.ts';
export type { NodeTestContext, TestContext, VitestContext } from './running-test.ts';
export { stableText, VOLATILE_PARTS } from './playbook/stable-text.ts';
