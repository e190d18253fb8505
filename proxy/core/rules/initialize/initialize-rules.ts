import type { Rule } from '../engine/rule.ts';
import agentWaits from './agent-waits.ts';
import clientLeavesAnUnknownVersion from './client-leaves-an-unknown-version.ts';
import comesFirst from './comes-first.ts';
import happensOnce from './happens-once.ts';
import peersIntroduceThemselves from './peers-introduce-themselves.ts';
import versionWasRequested from './version-was-requested.ts';

/** The handshake. */
export const initializeRules: readonly Rule[] = [
  comesFirst,
  agentWaits,
  happensOnce,
  versionWasRequested,
  clientLeavesAnUnknownVersion,
  peersIntroduceThemselves,
];
