import { validateParams, validateResult } from '#core/protocol/validate.ts';
import type { Issue } from '#core/protocol/issue.ts';
import type { Trace } from '#core/trace/trace.ts';
import type { Side } from '#core/wire/entry.ts';

/**
 * Whether a side of version 1 has offered a capability that acptap knows nothing of. ACP adds kinds of updates and content behind a
 * capability of the receiver, so to such a side a kind that no table has may be newer than the tables, and no mistake. A capability
 * that is a slip of the finger offers nothing new.
 */
export function maySpeakNewer(trace: Trace, side: Side): boolean {
  if (trace.version() !== 1) return false; // version 2 takes every name
  const { clientCapabilities, agentCapabilities } = trace.handshake();
  const context = { method: 'initialize', version: 1, from: side } as const;
  const issues =
    side === 'client'
      ? validateParams({ kind: 'request', params: { protocolVersion: 1, clientCapabilities } }, context)
      : validateResult({ protocolVersion: 1, agentCapabilities }, context);
  return issues?.some(isNews) ?? false;
}

const isNews = ({ grade, what, didYouMean }: Issue) =>
  grade === 'unknown-field' && what === 'member' && didYouMean === undefined;
