import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import { contentText } from '#core/protocol/tool-call-content.ts';
import { joined, type Normaliser, type NormalisedText } from './normaliser.ts';

/** The compared content of a step that may still grow. */
export interface StepContent {
  /** Adds a message: the step's first, or an update. */
  readonly push: (value: unknown) => void;
  readonly body: () => NormalisedText;
}

/** Content that comes in one message. */
export function single(value: NormalisedText): StepContent {
  return { push: () => {}, body: () => value };
}

/** A request, and its response when it comes: `{"params":…,"answer":{"result":…}}`. */
export interface ExchangeContent extends StepContent {
  readonly answer: (answer: NormalisedText) => void;
  /** Adds `"asked":…`: when the request came. */
  readonly asked: (when: string) => void;
}

export function exchange(params: NormalisedText): ExchangeContent {
  const members: (readonly [name: string, value: NormalisedText])[] = [['params', params]];
  return {
    push: () => {},
    answer: (answer) => void members.push(['answer', answer]),
    asked: (when) => void members.push(['asked', { text: JSON.stringify(when), ids: [], runValues: [] }]),
    body: () => joined(members),
  };
}

/**
 * A message or thought: `{"text":…}`, or `{"content":[…]}` if it has other blocks. The cuts between chunks do not
 * matter.
 */
export function text({ normaliseValue }: Normaliser): StepContent {
  let blocks: (string | NormalisedText)[] = [];
  return {
    push(update) {
      const content = valueAt(update, 'content');
      if (stringAt(update, 'sessionUpdate')?.endsWith('_chunk') === false) blocks = []; // replaces all before it
      for (const block of Array.isArray(content) ? content : [content ?? null]) {
        const words = stringAt(block, 'type') === 'text' ? stringAt(block, 'text') : undefined;
        const last = blocks.at(-1);
        if (words === undefined) {
          if (block !== null) blocks.push(normaliseValue(block));
        } else if (typeof last === 'string') blocks[blocks.length - 1] = last + words;
        else blocks.push(words);
      }
    },
    body() {
      const [only = '', ...more] = blocks;
      if (more.length === 0 && typeof only === 'string') return joined([['text', normaliseValue(only)]]);
      return joined([
        ['content', listed(blocks.map((block) => (typeof block === 'string' ? normaliseValue(block) : block)))],
      ]);
    },
  };
}

/** A tool call in its final state: an update keeps absent members, null removes a member, chunks extend the content. */
export function toolCall({ normaliseValue }: Normaliser): StepContent {
  const members = new Map<string, NormalisedText>();
  let content: (string | NormalisedText)[] | undefined;

  function add(item: unknown): void {
    content ??= [];
    const words = contentText(item);
    const last = content.at(-1);
    if (words === undefined) content.push(normaliseValue(item));
    else if (typeof last === 'string') content[content.length - 1] = last + words;
    else content.push(words);
  }

  return {
    push(update) {
      if (!isObject(update)) return;
      const isChunk = update['sessionUpdate'] === 'tool_call_content_chunk';
      for (const [name, value] of Object.entries(update))
        if (isChunk ? name === 'toolCallId' : !LEFT_OUT.has(name)) members.set(name, normaliseValue(value, name));
      const given = update['content'];
      if (isChunk) add(given);
      else if (given === null) content = undefined;
      else if (Array.isArray(given)) {
        content = [];
        for (const item of given) add(item);
      }
    },
    body() {
      const items = content?.map((item) =>
        typeof item === 'string' ? joined([['text', normaliseValue(item)]]) : item,
      );
      // Its own id comes first, because other steps refer to it.
      const own = members.get('toolCallId');
      return joined([
        ...(own ? [['toolCallId', own] as const] : []),
        ...[...members].filter(([name]) => name !== 'toolCallId').toSorted(([a], [b]) => (a < b ? -1 : 1)),
        ...(items && items.length > 0 ? [['content', listed(items)] as const] : []),
      ]);
    },
  };
}

const LEFT_OUT: ReadonlySet<string> = new Set(['sessionUpdate', 'content', '_meta']);

/** The latest plans of a turn, by id where they have one. */
export function plan({ normaliseValue }: Normaliser): StepContent {
  const plans = new Map<string, NormalisedText>();
  return {
    push(update) {
      const { sessionUpdate: _, ...given } = isObject(update) ? update : {};
      plans.set(stringAt(given, 'plan', 'planId') ?? stringAt(given, 'planId') ?? '', normaliseValue(given));
    },
    body: () => listed([...plans.values()]),
  };
}

/** Consecutive lines without a message. */
export function noise({ normaliseValue }: Normaliser): StepContent {
  let lines = '';
  return {
    push: (line) => void (lines += typeof line === 'string' ? line : ''),
    body: () => joined([['text', normaliseValue(lines)]]),
  };
}

/** Joins values to a list. */
const listed = (values: readonly NormalisedText[]): NormalisedText => ({
  text: `[${values.map((each) => each.text).join(',')}]`,
  ids: values.flatMap(({ ids }) => ids),
  runValues: values.flatMap(({ runValues }) => runValues),
});
