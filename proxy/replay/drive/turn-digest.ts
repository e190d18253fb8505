import type { NormalisedText } from '#core/compare/normaliser.ts';
import { valueAt, isObject, stringAt } from '#core/json/json.ts';
import type { Exchange } from '#core/trace/exchanges.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import type { Turn } from '#core/trace/turns.ts';
import type { Seq } from '#core/units.ts';
import type { ErrorObject } from '#core/wire/jsonrpc.ts';
import { optionValues } from './facts.ts';
import { commandOf } from './recorded-terminals.ts';

/** A tool call in its last state. */
export interface ToolCallDigest {
  readonly id: string;
  /** Where it first appeared. */
  readonly seq: Seq;
  readonly kind: string | undefined;
  /** The tool's own name, where the agent gives it. */
  readonly name: string | undefined;
  readonly title: string | undefined;
  readonly input: NormalisedText | undefined;
  readonly status: string | undefined;
}

/** A permission request. */
export interface PermissionDigest extends Pick<ToolCallDigest, 'seq' | 'kind' | 'title'> {
  /** Id of the tool call. */
  readonly call: string | undefined;
  /** The tool call at that time, and the kinds of the options: `execute "ls" [allow_once reject_once]`. */
  readonly about: string;
  readonly options: string;
}

/** The outcome of a turn. Lists are in the agent's order. */
export interface TurnDigest {
  readonly prompt: Seq;
  readonly session: string;
  /** The number of the turn in the recording, from 1. */
  readonly number: number;
  /** The stop reason, or `error -32603`; undefined when the turn never ended. */
  readonly end: string | undefined;
  /** The message of an error. */
  readonly words: string | undefined;
  /** The agent's text: pieces merged, white space collapsed. */
  readonly text: string;
  readonly thought: string;
  readonly toolCalls: readonly ToolCallDigest[];
  readonly permissions: readonly PermissionDigest[];
  /** The number of last plan entries by status: `2 completed, 1 pending`; undefined without a plan. */
  readonly plan: string | undefined;
  /** Modes that the agent switched to by itself. */
  readonly modes: readonly string[];
  /** The configuration that the agent last reported by itself. */
  readonly config: readonly string[] | undefined;
  /** Actions that it asked of the client: `write /a/b` with the content, `run npm test`. */
  readonly actions: readonly { readonly what: string; readonly content?: string }[];
}

type Call = { -readonly [member in keyof Omit<ToolCallDigest, 'input'>]: ToolCallDigest[member] } & {
  rawInput: unknown;
};

/** Makes texts and values equal on any machine. */
export interface Neutral {
  readonly text: (text: string) => string;
  readonly piece: (value: unknown, member: string) => NormalisedText;
}

/** Folds one turn. */
export function createTurnDigest({ started, session, number }: Turn, { text: neutral, piece: toPiece }: Neutral) {
  const calls = new Map<string, Call>();
  const permissions: PermissionDigest[] = [];
  const modes: string[] = [];
  const actions: { what: string; content?: string }[] = [];
  let end: string | undefined;
  let words: string | undefined;
  let isEndless = false;
  let text = '';
  let thought = '';
  let plan: string | undefined;
  let config: readonly string[] | undefined;

  const neutralAt = (value: unknown, name: string) => {
    const found = stringAt(value, name);
    return found === undefined ? undefined : neutral(found);
  };

  function describe(patch: unknown, { seq }: MessageRef): Call | undefined {
    const id = stringAt(patch, 'toolCallId');
    if (id === undefined || !isObject(patch)) return undefined;
    const call: Call = calls.get(id) ?? {
      id,
      seq,
      kind: undefined,
      name: undefined,
      title: undefined,
      rawInput: undefined,
      status: undefined,
    };
    calls.set(id, call);
    call.kind = stringAt(patch, 'kind') ?? call.kind;
    call.name = stringAt(patch, 'name') ?? call.name;
    call.title = neutralAt(patch, 'title') ?? call.title;
    call.status = stringAt(patch, 'status') ?? call.status;
    if (patch['rawInput'] !== undefined) call.rawInput = patch['rawInput'];
    return call;
  }

  return {
    update(variant: string | undefined, update: unknown, place: MessageRef): void {
      const piece = stringAt(update, 'content', 'text') ?? '';
      if (variant === 'agent_message_chunk') text += piece;
      else if (variant === 'agent_thought_chunk') thought += piece;
      else if (variant?.startsWith('tool_call')) describe(update, place);
      else if (variant === 'plan' || variant === 'plan_update') plan = countByStatus(planOf(update)) ?? plan;
      else if (variant === 'current_mode_update') modes.push(stringAt(update, 'currentModeId') ?? '');
      else if (variant === 'config_option_update') config = configOf(update) ?? config;
    },
    ask({ method, params, opened }: Exchange): void {
      if (method === 'session/request_permission') {
        const subject =
          valueAt(params, 'toolCall') ?? valueAt(params, 'subject', 'toolCall') ?? valueAt(params, 'subject');
        const call = describe(subject, opened);
        permissions.push({
          seq: opened.seq,
          call: call?.id,
          kind: call?.kind,
          title: call?.title,
          about: call ? callInWords(call) : 'something',
          options: optionKinds(params),
        });
      }
      if (method === 'fs/write_text_file')
        actions.push({ what: `write ${neutralAt(params, 'path') ?? ''}`, content: neutralAt(params, 'content') ?? '' });
      if (method === 'terminal/create') actions.push({ what: `run ${neutral(commandOf(params))}` });
    },
    end(outcome: string): void {
      end ??= outcome;
    },
    fail({ code, message }: ErrorObject): void {
      end = `error ${code}`;
      words = neutral(message);
    },
    /** A replay answered its prompt with "no recorded answer". */
    neverEnds: (): void => void (isEndless = true),
    current: (): TurnDigest => ({
      prompt: started.seq,
      session,
      number,
      end: isEndless ? undefined : end,
      words,
      text: oneSpaced(neutral(text)),
      thought: oneSpaced(neutral(thought)),
      toolCalls: [...calls.values()].map(({ rawInput, ...call }) => ({
        ...call,
        input: rawInput === undefined ? undefined : toPiece(rawInput, 'rawInput'),
      })),
      permissions,
      plan,
      modes,
      config,
      actions,
    }),
  };
}

/** A tool call for a person: `edit Edit "notes.txt"`. */
export const callInWords = ({ kind, name, title }: Pick<ToolCallDigest, 'kind' | 'name' | 'title'>): string =>
  [kind, name, title === undefined ? undefined : JSON.stringify(title)]
    .filter((word) => word !== undefined)
    .join(' ') || 'a tool call without a kind and a title';

const oneSpaced = (text: string) => text.replace(/\s+/g, ' ').trim();

function configOf(update: unknown): readonly string[] | undefined {
  const values = optionValues(valueAt(update, 'configOptions'));
  return values && [...values].map(([id, value]) => `${id}=${value}`);
}

/** Version 2 and newer updates of version 1 hold the entries inside `plan`. */
const planOf = (update: unknown): unknown => valueAt(update, 'entries') ?? valueAt(update, 'plan', 'entries');

function countByStatus(entries: unknown): string | undefined {
  if (!Array.isArray(entries)) return undefined;
  const counts = Map.groupBy(entries, (entry: unknown) => stringAt(entry, 'status') ?? 'without a status');
  const words = [...counts].map(([status, { length }]) => `${length} ${status}`).toSorted();
  return words.join(', ') || 'no entries';
}

function optionKinds(params: unknown): string {
  const options = valueAt(params, 'options');
  return Array.isArray(options) ? options.map((option: unknown) => stringAt(option, 'kind') ?? '').join(' ') : '';
}
