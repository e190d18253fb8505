import type { Issue } from '#core/protocol/issue.ts';
import { validateParams, validateResult } from '#core/protocol/validate.ts';
import type { Trace } from '#core/trace/trace.ts';
import type { Side } from '#core/wire/entry.ts';

/**
 * Whether a side of version 1 offers a capability that acptap does not know. ACP adds kinds of updates and content only
 * for receivers with a capability. So an unknown kind sent to such a side may be newer than the tables, not a mistake.
 * A misspelt capability does not count.
 */
export function maySpeakNewer(trace: Trace, side: Side): boolean {
  if (trace.version() !== 1) return false; // version 2 allows every name
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
