import { at, isObject, stringAt } from '#core/wire/json.ts';
import { renderValue } from '#core/wire/render-value.ts';

/**
 * What a call of MCP says, in a few words: which tool, prompt or resource. Its methods are not ACP's and acptap has no table of them:
 * what is named here is what people look for, everything else shows its method only. Source: https://modelcontextprotocol.io/specification
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
 * What the answer to an `mcp/message` says. Since September 2026 it holds what MCP's answer holds, `{result}` or `{error}`; before, it
 * was the result itself. Undefined where there are no words for it.
 */
export function describeMcpResult(method: string, answer: unknown): readonly (string | undefined)[] | undefined {
  const error = at(answer, 'error');
  if (isObject(error)) return [`error ${renderValue(error['code'])}`, stringAt(error, 'message')];
  const result = at(answer, 'result') ?? answer;
  switch (method) {
    case 'initialize':
      return [stringAt(result, 'protocolVersion'), stringAt(result, 'serverInfo', 'name')];
    case 'tools/call':
      return [at(result, 'isError') === true ? 'failed' : undefined, firstText(at(result, 'content'))];
    case 'tools/list':
      return [count(at(result, 'tools'), 'tool')];
    case 'prompts/list':
      return [count(at(result, 'prompts'), 'prompt')];
    case 'resources/list':
      return [count(at(result, 'resources'), 'resource')];
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
