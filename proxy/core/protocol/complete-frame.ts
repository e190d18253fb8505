import { jsonPlaceAt, type OpenContainer } from '../json/json-place.ts';
import type { Span } from '../json/json-tokens.ts';
import type { Side } from '../wire/entry.ts';
import { exampleOf, templateMethods } from './message-template.ts';
import type { ProtocolVersion } from './methods.ts';
import { tablesOf } from './schema-of-version.ts';
import { isCurrent, type ObjectShape, type Shape } from './shape.ts';

/** The facts about a frame besides its text. */
export interface FrameContext {
  readonly from: Side;
  readonly version: ProtocolVersion;
  /** For a response, the method of its request. */
  readonly answers: string | null;
}

export interface Completion {
  readonly text: string;
  readonly about: string;
}

/** The texts that can replace `at`. */
export interface Completions {
  readonly at: Span;
  readonly items: readonly Completion[];
}

/** Members and values that the schema of a frame's method allows at `cursor`, while its JSON is typed. */
export function completeFrame(text: string, cursor: number, context: FrameContext): Completions {
  const place = jsonPlaceAt(text, cursor);
  const [message, ...inner] = place?.containers ?? [];
  if (!place || message?.kind !== 'object') return { at: { start: cursor, end: cursor }, items: [] };
  const typed = text.slice(place.token.start, cursor).replace(/^"/, '').toLowerCase();
  const offered =
    place.expects === 'key'
      ? keysAt(message, inner, context).map(({ text: name, about }) => ({
          text: `${JSON.stringify(name)}${place.isBeforeColon ? '' : ': '}`,
          about,
        }))
      : valuesAt(message, inner, context);
  const items = offered.filter(({ text: each }) => each.toLowerCase().includes(typed));
  const begins = ({ text: each }: Completion) => each.replace(/^"/, '').toLowerCase().startsWith(typed);
  return { at: place.token, items: [...items.filter(begins), ...items.filter((item) => !begins(item))] };
}

function keysAt(message: OpenContainer, inner: readonly OpenContainer[], context: FrameContext): Completion[] {
  const container = inner.at(-1) ?? message;
  const isNew = ({ text }: Completion) => !container.members.has(text);
  if (container === message) return MEMBERS.map((text) => ({ text, about: '' })).filter(isNew);
  const keys = shapesIn(message, inner, context).flatMap((shape) => membersIn(shape, container));
  return [...new Map(keys.map((key) => [key.text, key])).values()].filter(isNew);
}

/** The members of JSON-RPC's messages. */
const MEMBERS = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'] as const;

function membersIn(shape: Shape, container: OpenContainer): Completion[] {
  const tags = unionsIn(shape).map(({ tag }) => ({ text: tag, about: 'required' }));
  const members = formsOf(shape, container).flatMap(({ members: known }) =>
    [...known]
      .filter(([, { surface }]) => isCurrent(surface))
      .map(([text, member]) => ({ text, about: member.required ? 'required' : nameOf(member.shape) })),
  );
  return [...tags, ...members];
}

function valuesAt(message: OpenContainer, inner: readonly OpenContainer[], context: FrameContext): Completion[] {
  const container = inner.at(-1);
  if (container) {
    const shapes = shapesIn(message, inner, context);
    const { key } = container;
    const tags = shapes
      .flatMap(unionsIn)
      .filter(({ tag }) => tag === key)
      .flatMap(({ cases }) => [...cases].filter(([, { surface }]) => isCurrent(surface)).map(([name]) => name));
    const values = shapes.flatMap((shape) => childrenOf(shape, container)).flatMap(examplesOf);
    return unique([...tags.map((tag) => JSON.stringify(tag)), ...values]);
  }
  switch (message.key) {
    case 'jsonrpc':
      return unique(['"2.0"']);
    case 'method':
      return unique(templateMethods(context.from, context.version).map((method) => JSON.stringify(method)));
    default:
      return unique(shapesOf(message, context).flatMap(examplesOf));
  }
}

const unique = (texts: readonly string[]): Completion[] => [...new Set(texts)].map((text) => ({ text, about: '' }));

function examplesOf(shape: Shape): readonly string[] {
  switch (shape.kind) {
    case 'enum':
      return [...shape.values].filter(([, surface]) => isCurrent(surface)).map(([value]) => JSON.stringify(value));
    case 'boolean':
      return ['true', 'false'];
    case 'choice':
      return shape.options.flatMap(examplesOf);
    case 'union':
      return [...shape.cases].flatMap(([name, { shape: form, surface }]) =>
        isCurrent(surface) ? [JSON.stringify({ ...Object(exampleOf(form)), [shape.tag]: name })] : [],
      );
    case 'object':
    case 'array':
      return [JSON.stringify(exampleOf(shape))];
    default:
      return [];
  }
}

/** The shapes of the innermost container. */
function shapesIn(message: OpenContainer, inner: readonly OpenContainer[], context: FrameContext): readonly Shape[] {
  let shapes = shapesOf(message, context);
  for (const container of inner.slice(0, -1)) shapes = shapes.flatMap((shape) => childrenOf(shape, container));
  return shapes;
}

/** The shapes of the member of the message that has the place. */
function shapesOf({ key, members }: OpenContainer, { from, version, answers }: FrameContext): readonly Shape[] {
  const { requests, notifications, results, error } = tablesOf(version);
  const method = JSON.parse(members.get('method')?.match(/^"[^"\\]*"$/)?.[0] ?? '""') as string;
  const shape =
    key === 'params'
      ? (requests[from].get(method) ?? notifications[from].get(method))
      : key === 'result'
        ? results[from].get(answers ?? '')
        : key === 'error'
          ? error
          : undefined;
  return shape ? [shape] : [];
}

/** The shapes of the value at the container's key, or of an item. */
function childrenOf(shape: Shape, container: OpenContainer): readonly Shape[] {
  if (shape.kind === 'choice') return shape.options.flatMap((option) => childrenOf(option, container));
  if (shape.kind === 'array') return container.kind === 'array' ? [shape.items] : [];
  if (shape.kind === 'map') return [shape.values];
  const { key } = container;
  return formsOf(shape, container).flatMap(({ members }) => members.get(key ?? '')?.shape ?? []);
}

/** The object shapes that a container may have, by the value of its tag. */
function formsOf(shape: Shape, container: OpenContainer): readonly ObjectShape[] {
  switch (shape.kind) {
    case 'object':
      return [shape];
    case 'choice':
      return shape.options.flatMap((option) => formsOf(option, container));
    case 'union': {
      const tag = container.members.get(shape.tag);
      const form = [...shape.cases].find(([name]) => JSON.stringify(name) === tag)?.[1].shape;
      const other = form ?? shape.untagged ?? shape.other;
      return other ? formsOf(other, container) : [];
    }
    default:
      return [];
  }
}

const unionsIn = (shape: Shape): readonly Extract<Shape, { kind: 'union' }>[] =>
  shape.kind === 'union' ? [shape] : shape.kind === 'choice' ? shape.options.flatMap(unionsIn) : [];

function nameOf(shape: Shape): string {
  if (shape.kind === 'array') return `list of ${nameOf(shape.items)}`;
  const name = 'name' in shape ? shape.name : undefined;
  return name ?? (shape.kind === 'choice' || shape.kind === 'any' ? '' : shape.kind);
}
