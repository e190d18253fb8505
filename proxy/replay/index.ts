/** `acptap/replay`: a recorded agent for the tests of a client. No subprocess, no database, no network. */
export { replayAgent } from './as-agent.ts';
export type { ReplayedAgent, ReplayOptions } from './replayed-agent.ts';
export { virtualClock, type VirtualClock } from './connection/clock.ts';
export { fixture, type Fixture } from './fixture.ts';
export type { AgentFrame, FrameAction, FrameHook, FrameWire } from './player/frame-hook.ts';
export { parseMatch } from './matching/levels.ts';
export type { Clock } from './model/clock.ts';
export type { JournalEntry } from './model/journal-entry.ts';
export type { MatchLevel, MatchLevels } from './model/match-level.ts';
export type { Speed } from './model/pacing.ts';
export type { FixtureOptions, PlayOptions } from './model/play-options.ts';
export type {
  ClientFinding,
  Divergence,
  NearMiss,
  RecordedMessage,
  ReplayReport,
  Unplayed,
  Unrecorded,
} from './model/replay-report.ts';
export type { Intervention, ReportedFault } from './model/reported-fault.ts';
export { fixtureOptions } from './options.ts';
export { loadRecordingFile, readRecordingFile, type RecordingFile } from './playbook/read-recording.ts';
export type { PlayableRecording } from './playbook/playable-recording.ts';
export { isFailure } from './report/is-failure.ts';
export { renderReport } from './report/render-report.ts';
export { ReplayDivergence } from './report/replay-divergence.ts';
export { toJUnit } from './report/replay-junit.ts';
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
