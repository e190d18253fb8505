import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import { renderValue } from '#core/json/render-value.ts';

/**
 * Summarises an MCP call: its tool, prompt or resource. acptap has no table of MCP methods, because they are not
 * ACP's. Methods not listed here show only their name. Source: https://modelcontextprotocol.io/specification
 */
export function describeMcpCall(method: string, params: unknown): readonly (string | undefined)[] {
  switch (method) {
    case 'initialize':
      return [stringAt(params, 'protocolVersion'), stringAt(params, 'clientInfo', 'name')];
    case 'tools/call':
    case 'prompts/get':
      return [stringAt(params, 'name')];
    case 'resources/read':
    case 'resources/subscribe':
    case 'resources/unsubscribe':
    case 'notifications/resources/updated':
      return [stringAt(params, 'uri')];
    case 'notifications/message':
      return [stringAt(params, 'level'), stringAt(params, 'data')];
    case 'notifications/progress':
      return [stringAt(params, 'message')];
    default:
      return [];
  }
}

/**
 * Summarises the response to an `mcp/message`. Since September 2026 it holds the MCP response, `{result}` or
 * `{error}`; before, it was the MCP result itself. Undefined where there is no summary for the method.
 */
export function describeMcpResult(method: string, answer: unknown): readonly (string | undefined)[] | undefined {
  const error = valueAt(answer, 'error');
  if (isObject(error)) return [`error ${renderValue(error['code'])}`, stringAt(error, 'message')];
  const result = valueAt(answer, 'result') ?? answer;
  switch (method) {
    case 'initialize':
      return [stringAt(result, 'protocolVersion'), stringAt(result, 'serverInfo', 'name')];
    case 'tools/call':
      return [valueAt(result, 'isError') === true ? 'failed' : undefined, firstText(valueAt(result, 'content'))];
    case 'tools/list':
      return [count(valueAt(result, 'tools'), 'tool')];
    case 'prompts/list':
      return [count(valueAt(result, 'prompts'), 'prompt')];
    case 'resources/list':
      return [count(valueAt(result, 'resources'), 'resource')];
    default:
      return undefined;
  }
}

function firstText(content: unknown): string | undefined {
  if (!Array.isArray(content)) return undefined;
  const first: unknown = content[0];
  return (
    stringAt(first, 'text') ?? (stringAt(first, 'type') === undefined ? undefined : `[${stringAt(first, 'type')}]`)
  );
}

const count = (value: unknown, noun: string): string | undefined =>
  Array.isArray(value) ? `${value.length} ${noun}${value.length === 1 ? '' : 's'}` : undefined;
