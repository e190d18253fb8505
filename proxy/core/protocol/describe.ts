import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import { permissionOutcome } from './permission-outcome.ts';
import { renderValue } from '#core/json/render-value.ts';
import { cut } from '#core/text/cut.ts';
import type { Message, Outcome } from '#core/wire/jsonrpc.ts';
import { describeMcpCall, describeMcpResult } from './describe-mcp.ts';
import { envelopeKind, unwrapAll } from './envelope.ts';
import { ELICITATIONS } from './method-traits.ts';
import { isInitialize } from './methods.ts';
import { describeExitStatus } from './exit-status.ts';

/** Facts for the description that the message itself lacks. */
export interface DescribeContext {
  /** For a response: the method of its request. */
  readonly method?: string | undefined;
  /** For a response to an envelope: the methods in that envelope, from the outermost in. */
  readonly carried?: readonly string[] | undefined;
  /** The title of the message's tool call, where the message itself has none. */
  readonly toolTitle?: string | undefined;
}

/**
 * Describes a message in one line, without its method: `tool_call_update · completed · Edit file`. An envelope, and
 * the response to it, is described by its content: `session/prompt · Fix the bug`, `session/prompt · end_turn`. Never
 * throws: leaves out values that are missing or of another type. Returns at most `MAX_SUMMARY` characters.
 */
export function describe(message: Message, context: DescribeContext = {}): string {
  return clip(
    parts(message, context)
      .filter((part) => part !== undefined && part !== '')
      .join(' · '),
  );
}

export const MAX_SUMMARY = 200;

type Words = readonly (string | undefined)[];

function parts(message: Message, { method = '', carried = [], toolTitle }: DescribeContext): Words {
  switch (message.kind) {
    case 'request':
    case 'notification':
      return describeCall(message.method, message.params, toolTitle);
    case 'response':
      return [...carried, ...describeOutcome(message.outcome, [method, ...carried], toolTitle)];
  }
}

function describeCall(method: string, params: unknown, toolTitle: string | undefined): Words {
  const layers = [{ method, params }, ...unwrapAll(method, params)];
  const last = layers.at(-1) ?? { method, params };
  const isMcp = isCarriedByMcp(layers.map((layer) => layer.method));
  const words = isMcp
    ? describeMcpCall(last.method, last.params)
    : (callOf(last.method)?.(last.params, toolTitle) ?? describeUnknown(last.params));
  return [...layers.slice(1).map((layer) => layer.method), ...words];
}

function describeOutcome(outcome: Outcome, methods: readonly string[], toolTitle: string | undefined): Words {
  if (!outcome.ok) {
    const { code, message: words, data } = outcome.error;
    return [`error ${code}`, words, stringAt(data, 'details') ?? (typeof data === 'string' ? data : undefined)];
  }
  const { result } = outcome;
  const last = methods.at(-1) ?? '';
  if (isCarriedByMcp(methods)) return describeMcpResult(last, result) ?? describeUnknown(result);
  return resultOf(last)?.(result, toolTitle) ?? describeUnknown(result);
}

const isCarriedByMcp = (methods: readonly string[]): boolean => envelopeKind(methods.at(-2) ?? '') === 'mcp';

type Describe = (value: unknown, toolTitle?: string) => Words;

const sessionOnly: Describe = (params) => [stringAt(params, 'sessionId')];
const pathOnly: Describe = (params) => [stringAt(params, 'path')];

/** Looks up own members only: a peer may send any name, such as `constructor`. */
const byName = (table: Readonly<Record<string, Describe>>, name: string): Describe | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const callOf = (method: string) => (isInitialize(method) ? calls['initialize'] : byName(calls, method));
const resultOf = (method: string) => (isInitialize(method) ? results['initialize'] : byName(results, method));

function forElicitations(words: Describe): Readonly<Record<string, Describe>> {
  return Object.fromEntries(ELICITATIONS.map((method) => [method, words]));
}

/** Descriptions of params, by method. */
const calls: Readonly<Record<string, Describe>> = {
  initialize: (params) => [
    `protocol ${text(valueAt(params, 'protocolVersion'))}`,
    implementation(valueAt(params, 'clientInfo') ?? valueAt(params, 'info')),
  ],
  authenticate: (params) => [stringAt(params, 'methodId')],
  'auth/login': (params) => [stringAt(params, 'methodId')],
  'session/new': (params) => [stringAt(params, 'cwd'), count(valueAt(params, 'mcpServers'), 'MCP server')],
  'session/load': (params) => [stringAt(params, 'sessionId'), stringAt(params, 'cwd')],
  'session/resume': (params) => [stringAt(params, 'sessionId'), stringAt(params, 'cwd')],
  'session/fork': (params) => [stringAt(params, 'sessionId'), stringAt(params, 'cwd')],
  'session/list': (params) => [stringAt(params, 'cwd')],
  'session/prompt': (params) => [content(valueAt(params, 'prompt'))],
  'session/set_mode': (params) => [stringAt(params, 'modeId')],
  'session/set_model': (params) => [stringAt(params, 'modelId')],
  'session/set_config_option': (params) => [stringAt(params, 'configId'), configValue(valueAt(params, 'value'))],
  'session/set_title': (params) => [stringAt(params, 'title')],
  'session/cancel': sessionOnly,
  'session/close': sessionOnly,
  'session/delete': sessionOnly,
  'session/update': (params, toolTitle) => describeUpdate(valueAt(params, 'update'), toolTitle),
  'session/request_permission': (params, toolTitle) => [
    stringAt(params, 'toolCall', 'title') ?? stringAt(params, 'title') ?? toolTitle,
    list(valueAt(params, 'options'), (option) => stringAt(option, 'name') ?? stringAt(option, 'optionId')),
  ],
  'fs/read_text_file': (params) => [stringAt(params, 'path'), lines(params)],
  'fs/write_text_file': (params) => [stringAt(params, 'path'), size(stringAt(params, 'content'))],
  'terminal/create': (params) => [[stringAt(params, 'command'), ...strings(valueAt(params, 'args'))].join(' ')],
  'terminal/output': (params) => [stringAt(params, 'terminalId')],
  'terminal/wait_for_exit': (params) => [stringAt(params, 'terminalId')],
  'terminal/kill': (params) => [stringAt(params, 'terminalId')],
  'terminal/release': (params) => [stringAt(params, 'terminalId')],
  ...forElicitations((params) => [stringAt(params, 'mode'), stringAt(params, 'message')]),
  '$/cancel_request': (params) => [`request ${text(valueAt(params, 'requestId'))}`],
  'document/didOpen': pathOnly,
};

/** Descriptions of results, by method. */
const results: Readonly<Record<string, Describe>> = {
  initialize: (result) => [
    `protocol ${text(valueAt(result, 'protocolVersion'))}`,
    implementation(valueAt(result, 'agentInfo') ?? valueAt(result, 'info')),
    count(valueAt(result, 'authMethods'), 'auth method'),
  ],
  'session/new': sessionOnly,
  'session/fork': sessionOnly,
  'session/list': (result) => [count(valueAt(result, 'sessions'), 'session')],
  'session/prompt': (result) => [stringAt(result, 'stopReason') ?? stringAt(result, 'messageId')],
  'session/request_permission': (result, toolTitle) => [permissionOutcome(result), toolTitle],
  'fs/read_text_file': (result) => [size(stringAt(result, 'content'))],
  'terminal/create': (result) => [stringAt(result, 'terminalId')],
  'terminal/output': (result) => [size(stringAt(result, 'output')), describeExitStatus(valueAt(result, 'exitStatus'))],
  'terminal/wait_for_exit': (result) => [describeExitStatus(result)],
  ...forElicitations((result) => [stringAt(result, 'action') ?? stringAt(result, 'action', 'action')]),
};

/** Descriptions of session updates, by variant; the variant itself comes first. */
const updates: Readonly<Record<string, Describe>> = {
  user_message_chunk: (update) => [content(valueAt(update, 'content'))],
  agent_message_chunk: (update) => [content(valueAt(update, 'content'))],
  agent_thought_chunk: (update) => [content(valueAt(update, 'content'))],
  user_message: (update) => [content(valueAt(update, 'content'))],
  agent_message: (update) => [content(valueAt(update, 'content'))],
  agent_thought: (update) => [content(valueAt(update, 'content'))],
  tool_call: describeToolCall,
  tool_call_update: describeToolCall,
  tool_call_content_chunk: (update, toolTitle) => [toolTitle, content(valueAt(update, 'content'))],
  plan: (update) => [planProgress(valueAt(update, 'entries'))],
  plan_update: (update) => [planProgress(valueAt(update, 'plan', 'entries'))],
  available_commands_update: (update) => [
    list(valueAt(update, 'availableCommands'), (command) => stringAt(command, 'name')),
  ],
  current_mode_update: (update) => [stringAt(update, 'currentModeId')],
  config_option_update: (update) => [count(valueAt(update, 'configOptions'), 'option')],
  session_info_update: (update) => [stringAt(update, 'title')],
  usage_update: (update) => [`${text(valueAt(update, 'used'))} of ${text(valueAt(update, 'size'))} tokens`],
  notice: (update) => [stringAt(update, 'severity'), stringAt(update, 'title')],
  compaction_update: (update) => [stringAt(update, 'status')],
  state_update: (update) => [stringAt(update, 'state'), stringAt(update, 'stopReason')],
};

function describeUpdate(update: unknown, toolTitle?: string): Words {
  const variant = stringAt(update, 'sessionUpdate');
  return [
    variant,
    ...((variant === undefined ? undefined : byName(updates, variant)) ?? describeUnknown)(update, toolTitle),
  ];
}

function describeToolCall(update: unknown, toolTitle?: string): Words {
  const status = stringAt(update, 'status');
  const title = stringAt(update, 'title');
  const brought = toolCallParts(update);
  const isMetaOnly =
    brought.length === 0 && status === undefined && title === undefined && isObject(valueAt(update, '_meta'));
  return [status, title ?? toolTitle ?? stringAt(update, 'toolCallId'), isMetaOnly ? '_meta' : brought.join(', ')];
}

/** Names the parts of a tool call's frame beside status and title: `rawInput`, `diff`, `text`. */
function toolCallParts(update: unknown): readonly string[] {
  const items = valueAt(update, 'content');
  const types = (Array.isArray(items) ? items : [])
    .slice(0, 8)
    .map((item) => stringAt(item, 'content', 'type') ?? stringAt(item, 'type') ?? '?');
  const members = ['rawInput', 'rawOutput', 'locations'].filter((name) => hasContent(valueAt(update, name)));
  return [...members, ...new Set(types)];
}

const hasContent = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== undefined && value !== null;

/** Describes a method without an entry in the tables by its string and number members. */
function describeUnknown(value: unknown): Words {
  if (!isObject(value)) return [value === undefined || value === null ? undefined : text(value)];
  return Object.entries(value)
    .filter(
      ([name, member]) =>
        name !== 'sessionUpdate' &&
        (typeof member === 'string' || typeof member === 'number' || typeof member === 'boolean'),
    )
    .slice(0, 4)
    .map(([name, member]) => `${name}: ${text(member)}`);
}

/** Text blocks as text, other blocks as their type: `Fix the bug [image] [notes.txt]`. */
function content(value: unknown, isWrapped = false): string | undefined {
  const blocks = Array.isArray(value) ? value : [value];
  return blocks
    .slice(0, 8)
    .map((block) => {
      const type = stringAt(block, 'type');
      if (type === 'text') return stringAt(block, 'text') ?? '';
      if (type === 'content' && !isWrapped) return content(valueAt(block, 'content'), true) ?? ''; // at most once
      if (type === 'resource_link') return `[${stringAt(block, 'name') ?? stringAt(block, 'uri') ?? type}]`;
      return type === undefined ? '' : `[${stringAt(block, 'resource', 'uri') ?? stringAt(block, 'path') ?? type}]`;
    })
    .join(' ');
}

function planProgress(entries: unknown): string | undefined {
  if (!Array.isArray(entries)) return undefined;
  const done = entries.filter((entry) => stringAt(entry, 'status') === 'completed').length;
  const current = entries.find((entry) => stringAt(entry, 'status') === 'in_progress');
  return [`${done}/${entries.length} done`, stringAt(current, 'content')].filter(Boolean).join(' · ');
}

function implementation(value: unknown): string | undefined {
  const name = stringAt(value, 'name');
  return name === undefined ? undefined : [name, stringAt(value, 'version')].filter(Boolean).join(' ');
}

function lines(params: unknown): string | undefined {
  const [line, limit] = [valueAt(params, 'line'), valueAt(params, 'limit')];
  if (line === undefined && limit === undefined) return undefined;
  return [
    line === undefined ? undefined : `from line ${text(line)}`,
    limit === undefined ? undefined : `${text(limit)} lines`,
  ]
    .filter(Boolean)
    .join(', ');
}

const configValue = (value: unknown) => (isObject(value) ? text(value['value']) : text(value));
const strings = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(text) : []);
const size = (value: string | undefined) =>
  value === undefined ? undefined : `${value.length} ${value.length === 1 ? 'character' : 'characters'}`;

function count(value: unknown, noun: string): string | undefined {
  return Array.isArray(value) && value.length > 0
    ? `${value.length} ${noun}${value.length === 1 ? '' : 's'}`
    : undefined;
}

function list(value: unknown, name: (item: unknown) => string | undefined): string | undefined {
  return Array.isArray(value) ? value.map(name).filter(Boolean).slice(0, 8).join(', ') : undefined;
}

/** The text of a value of any type; a string or a number is expected. */
function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '?' : renderValue(value, MAX_SUMMARY);
}

/** Puts a summary on one line and cuts it. */
function clip(summary: string): string {
  const line = summary
    .slice(0, MAX_SUMMARY * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return cut(line, MAX_SUMMARY);
}
