import type { Attributes } from '@opentelemetry/api';
import {
  ATTR_ERROR_TYPE,
  ATTR_GEN_AI_AGENT_NAME,
  ATTR_GEN_AI_AGENT_VERSION,
  ATTR_GEN_AI_CONVERSATION_ID,
  ATTR_GEN_AI_OPERATION_NAME,
  ATTR_GEN_AI_RESPONSE_FINISH_REASONS,
  ATTR_GEN_AI_RESPONSE_TIME_TO_FIRST_CHUNK,
  ATTR_GEN_AI_TOOL_CALL_ID,
  ATTR_GEN_AI_TOOL_NAME,
  ATTR_GEN_AI_USAGE_CACHE_CREATION_INPUT_TOKENS,
  ATTR_GEN_AI_USAGE_CACHE_READ_INPUT_TOKENS,
  ATTR_GEN_AI_USAGE_INPUT_TOKENS,
  ATTR_GEN_AI_USAGE_OUTPUT_TOKENS,
  ATTR_GEN_AI_USAGE_REASONING_OUTPUT_TOKENS,
  ATTR_JSONRPC_REQUEST_ID,
  ATTR_RPC_METHOD,
  ATTR_RPC_RESPONSE_STATUS_CODE,
  ATTR_RPC_SYSTEM_NAME,
  GEN_AI_OPERATION_NAME_VALUE_EXECUTE_TOOL,
  GEN_AI_OPERATION_NAME_VALUE_INVOKE_AGENT,
} from '@opentelemetry/semantic-conventions/incubating';
import type { GroupState } from '#core/grouping/groups.ts';
import type { Tokens, TurnStats } from '#core/model/stats.ts';
import type { Finding } from '#core/rules/engine/rule.ts';
import { isAnswered, type Exchange } from '#core/trace/exchanges.ts';
import type { Handshake } from '#core/trace/handshake.ts';
import { toPermission } from '#core/trace/permissions.ts';
import type { ToolCall } from '#core/trace/tool-calls.ts';
import { shortValue } from './growing-span.ts';

/** Attributes of the GenAI conventions where they have one, and `acp.*` for the rest. None has recorded content. */
export const sessionAttributes = (session: string | undefined): Attributes =>
  session === undefined ? {} : { [ATTR_GEN_AI_CONVERSATION_ID]: shortValue(session) };

export const turnName = (agent: string): string => `${GEN_AI_OPERATION_NAME_VALUE_INVOKE_AGENT} ${agent}`;

export function turnAttributes(turn: TurnStats, agentName: string, agent: Handshake['agent']): Attributes {
  const { number, outcome, firstChunk, chunks, toolCalls, share, tokens, cost } = turn;
  return {
    [ATTR_GEN_AI_OPERATION_NAME]: GEN_AI_OPERATION_NAME_VALUE_INVOKE_AGENT,
    [ATTR_GEN_AI_AGENT_NAME]: shortValue(agentName),
    ...(agent?.version ? { [ATTR_GEN_AI_AGENT_VERSION]: shortValue(agent.version) } : {}),
    ...(outcome === null ? {} : { [ATTR_GEN_AI_RESPONSE_FINISH_REASONS]: [shortValue(outcome)] }),
    ...(firstChunk === null ? {} : { [ATTR_GEN_AI_RESPONSE_TIME_TO_FIRST_CHUNK]: seconds(firstChunk) }),
    ...tokenAttributes(tokens),
    ...(cost ? { 'acp.cost.amount': cost.amount, 'acp.cost.currency': shortValue(cost.currency) } : {}),
    'acp.turn.number': number,
    'acp.turn.chunks': chunks,
    'acp.turn.tool_calls': toolCalls,
    'acp.wait.person': seconds(share.human),
    'acp.wait.client': seconds(share.client),
    ...acptapAttributes(share.acptap),
  };
}

/** Only where acptap kept frames. */
const acptapAttributes = (us: number): Attributes => (us > 0 ? { 'acp.wait.acptap': seconds(us) } : {});

/** The token counts of `Tokens` by the attribute that each has, or its end for a metric. */
export const TOKENS = [
  ['input', ATTR_GEN_AI_USAGE_INPUT_TOKENS],
  ['output', ATTR_GEN_AI_USAGE_OUTPUT_TOKENS],
  ['thought', ATTR_GEN_AI_USAGE_REASONING_OUTPUT_TOKENS],
  ['cachedRead', ATTR_GEN_AI_USAGE_CACHE_READ_INPUT_TOKENS],
  ['cachedWrite', ATTR_GEN_AI_USAGE_CACHE_CREATION_INPUT_TOKENS],
  ['total', 'acp.usage.total_tokens'],
] as const satisfies readonly (readonly [keyof Tokens, string])[];

const tokenAttributes = (tokens: Tokens | null): Attributes =>
  Object.fromEntries(
    TOKENS.flatMap(([name, attribute]) => {
      const count = tokens?.[name] ?? null;
      return count === null ? [] : [[attribute, count]];
    }),
  );

/** ACP has no names of tools: the kind is what most agents choose from a fixed list. */
export const toolName = (call: Pick<ToolCall, 'kind'> | undefined): string => shortValue(call?.kind ?? 'other');

export const toolCallName = (call: ToolCall | undefined): string =>
  `${GEN_AI_OPERATION_NAME_VALUE_EXECUTE_TOOL} ${toolName(call)}`;

export function toolCallAttributes(call: ToolCall | undefined, { status, waited }: GroupState): Attributes {
  return {
    [ATTR_GEN_AI_OPERATION_NAME]: GEN_AI_OPERATION_NAME_VALUE_EXECUTE_TOOL,
    [ATTR_GEN_AI_TOOL_NAME]: toolName(call),
    ...(call ? { [ATTR_GEN_AI_TOOL_CALL_ID]: shortValue(call.id) } : {}),
    ...(status === undefined ? {} : { 'acp.tool_call.status': shortValue(status) }),
    'acp.wait.person': seconds(waited.human()),
    'acp.wait.client': seconds(waited.client()),
    ...acptapAttributes(waited.acptap()),
  };
}

export function exchangeAttributes(exchange: Exchange): Attributes {
  const { method, id, opened, outcome } = exchange;
  const chosen = isAnswered(exchange) ? toPermission(exchange)?.chosen : undefined;
  const code = outcome?.ok === false ? String(outcome.error.code) : undefined;
  return {
    [ATTR_RPC_SYSTEM_NAME]: 'jsonrpc',
    [ATTR_RPC_METHOD]: shortValue(method),
    [ATTR_JSONRPC_REQUEST_ID]: shortValue(id),
    'acp.from': opened.from,
    'acp.answered': outcome !== undefined,
    ...(chosen === undefined ? {} : { 'acp.permission.chosen': shortValue(chosen) }),
    ...(code === undefined ? {} : { [ATTR_RPC_RESPONSE_STATUS_CODE]: code, [ATTR_ERROR_TYPE]: code }),
  };
}

export const FINDING = 'acp.finding';

/** `withContent` adds `seen` and `expected`, which may quote frames. */
export const findingAttributes = (finding: Finding, withContent: boolean): Attributes => ({
  'acp.rule': finding.rule,
  'acp.grade': finding.grade,
  'acp.side': finding.side,
  'acp.seq': finding.seq,
  ...(withContent ? { 'acp.message': finding.message } : {}),
  ...(withContent && finding.seen !== undefined ? { 'acp.seen': finding.seen } : {}),
  ...(withContent && finding.expected !== undefined ? { 'acp.expected': finding.expected } : {}),
});

export const seconds = (us: number): number => us / 1_000_000;
