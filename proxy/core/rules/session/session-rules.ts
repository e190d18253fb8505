import type { Rule } from '../engine/rule.ts';
import closeEndsItsTurns from './close-ends-its-turns.ts';
import idIsUnique from './id-is-unique.ts';
import inactiveIsAnsweredAsNotFound from './inactive-is-answered-as-not-found.ts';
import isActive from './is-active.ts';
import isSilentOnceClosed from './is-silent-once-closed.ts';
import listCursorWasIssued from './list-cursor-was-issued.ts';
import listKeepsToItsFilter from './list-keeps-to-its-filter.ts';
import loadLeavesNoticesOut from './load-leaves-notices-out.ts';
import loadReplaysBeforeAnswering from './load-replays-before-answering.ts';
import loadReplaysHistory from './load-replays-history.ts';
import replayWasRequested from './replay-was-requested.ts';
import responseComesBeforeUpdates from './response-comes-before-updates.ts';
import resumeDoesNotReplay from './resume-does-not-replay.ts';
import resumeTellsTheState from './resume-tells-the-state.ts';
import updateNamesAnActiveSession from './update-names-an-active-session.ts';

/** Ids, lists, load, resume and close. */
export const sessionRules: readonly Rule[] = [
  isActive,
  inactiveIsAnsweredAsNotFound,
  updateNamesAnActiveSession,
  responseComesBeforeUpdates,
  idIsUnique,
  loadReplaysHistory,
  loadReplaysBeforeAnswering,
  loadLeavesNoticesOut,
  resumeDoesNotReplay,
  resumeTellsTheState,
  replayWasRequested,
  closeEndsItsTurns,
  isSilentOnceClosed,
  listCursorWasIssued,
  listKeepsToItsFilter,
];
