import { valueAt, stringAt } from '#core/json/json.ts';
import type { SessionUsage, Tokens } from '#core/model/stats.ts';

/** The latest report of a session, without tokens. */
export type ReportedUsage = Omit<SessionUsage, 'tokens' | 'lastTurn'>;

/**
 * Reads the tokens at the end of a turn: `usage` of a prompt's response (version 1, unstable) or of a state update
 * (version 2, `isState`), else `_meta.quota`, which Gemini CLI and others send instead. Undefined without any.
 */
export function tokensIn(value: unknown, isState: boolean): Tokens | undefined {
  const usage = valueAt(value, 'usage');
  const total = countAt(usage, 'totalTokens');
  if (total !== null)
    return {
      total,
      input: countAt(usage, 'inputTokens'),
      output: countAt(usage, 'outputTokens'),
      thought: countAt(usage, 'thoughtTokens'),
      cachedRead: countAt(usage, 'cachedReadTokens'),
      cachedWrite: countAt(usage, 'cachedWriteTokens'),
      source: isState ? 'state' : 'usage',
    };
  const quota = valueAt(value, '_meta', 'quota', 'token_count');
  const input = countAt(quota, 'input_tokens') ?? countAt(quota, 'inputTokens');
  const output = countAt(quota, 'output_tokens') ?? countAt(quota, 'outputTokens');
  if (input === null && output === null) return undefined;
  const sum = countAt(quota, 'totalTokens') ?? (input ?? 0) + (output ?? 0);
  return { total: sum, input, output, thought: null, cachedRead: null, cachedWrite: null, source: 'quota' };
}

/**
 * Applies a `usage_update` (https://agentclientprotocol.com/protocol/v1/schema#usageupdate) to the facts of its
 * session.
 */
export function applyUsageUpdate(before: ReportedUsage, update: unknown, seq: number): ReportedUsage {
  const used = countAt(update, 'used');
  const size = countAt(update, 'size');
  const amount = valueAt(update, 'cost', 'amount');
  const currency = stringAt(update, 'cost', 'currency');
  return {
    ...before,
    ...(used !== null && size !== null ? { context: { used, size } } : {}),
    ...(typeof amount === 'number' && currency !== undefined ? { cost: { amount, currency } } : {}),
    seq,
  };
}

function countAt(value: unknown, name: string): number | null {
  const count = valueAt(value, name);
  return typeof count === 'number' && Number.isFinite(count) && count >= 0 ? count : null;
}
