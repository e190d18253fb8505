/** Fields with any text, compared as a whole. */
export type TextField = 'method' | 'id' | 'session' | 'tool' | 'update' | 'status' | 'rule';
/** Fields that have only the values listed here. */
export type ClosedField = 'kind' | 'from' | 'has';
/** Fields that are whole numbers: counts, bytes or microseconds. */
export type NumberField = 'turn' | 'seq' | 'dur' | 'size' | 't';
export type FieldName = TextField | ClosedField | NumberField | 'text';

export interface Field {
  readonly name: FieldName;
  readonly kind: 'text' | 'closed' | 'number' | 'contains';
  /** Description for help and suggestions. */
  readonly about: string;
  /** Values to begin with: all values of closed fields, typical ones of others. */
  readonly values: readonly string[];
}

/** In the order of the help text. */
export const fields: readonly Field[] = [
  field('method', 'text', 'method of the message; of a response, the method of its request', ['session/*']),
  field('kind', 'closed', 'what the entry is', [
    'request',
    'notification',
    'response',
    'error',
    'invalid',
    'stderr',
    'event',
  ]),
  field('from', 'closed', 'stream of the entry', ['client', 'agent', 'stderr']),
  field('id', 'text', 'id of the request or response', ['1']),
  field('session', 'text', 'session id', []),
  field('turn', 'number', 'number of the prompt turn', ['1', '2..4', '*']),
  field('tool', 'text', 'id or title of the tool call', []),
  field('update', 'text', 'kind of session/update', ['tool_call*', 'agent_message_chunk', 'plan']),
  field('status', 'text', 'state of a request (pending, ok, error) or of a tool call', [
    'pending',
    'ok',
    'error',
    'in_progress',
    'completed',
    'failed',
  ]),
  field('dur', 'number', 'time from request to response; both have it', ['>500ms', '>1s', '>10s']),
  field('size', 'number', 'bytes on the wire', ['>1k', '>64k', '>1M']),
  field('t', 'number', 'time since the start', ['>1s', '1s..2s', '1:00..1:30']),
  field('seq', 'number', 'number of the entry, from 0', ['0..99']),
  field(
    'has',
    'closed',
    'a finding, a finding of a grade, the request or response of the same exchange, something that acptap did, or a comment',
    ['finding', 'error', 'warning', 'note', 'pair', 'intervention', 'comment'],
  ),
  field('rule', 'text', 'rule of a finding', []),
  field('text', 'contains', 'words in the text of the frame; JSON escapes are decoded first', []),
];

const byName = new Map<string, Field>(fields.map((each) => [each.name, each]));

/** Finds a field by name, ignoring case. */
export const findField = (name: string): Field | undefined => byName.get(name.toLowerCase());

/** Names of fields in other tools. */
export const aliases: Readonly<Record<string, FieldName>> = {
  agent: 'from',
  bytes: 'size',
  client: 'from',
  direction: 'from',
  duration: 'dur',
  entry: 'seq',
  error: 'has',
  finding: 'has',
  grade: 'has',
  len: 'size',
  length: 'size',
  side: 'from',
  state: 'status',
  time: 't',
  title: 'tool',
  toolcall: 'tool',
  type: 'kind',
  variant: 'update',
};

function field(name: FieldName, kind: Field['kind'], about: string, values: readonly string[]): Field {
  return { name, kind, about, values };
}
