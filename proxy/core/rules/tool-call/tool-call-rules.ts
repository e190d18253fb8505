import type { Rule } from '../engine/rule.ts';
import finishedWithItsTurn from './finished-with-its-turn.ts';
import idIsUsedOnce from './id-is-used-once.ts';
import introducedBeforeUpdated from './introduced-before-updated.ts';
import reportedBeforePermission from './reported-before-permission.ts';
import statusGoesForward from './status-goes-forward.ts';

/** Reports about tools. */
export const toolCallRules: readonly Rule[] = [
  introducedBeforeUpdated,
  reportedBeforePermission,
  idIsUsedOnce,
  statusGoesForward,
  finishedWithItsTurn,
];
