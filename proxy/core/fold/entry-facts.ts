import type { GroupedEntry } from '#core/grouping/grouping.ts';
import type { RowKind } from '#core/model/row.ts';
import { describeCut } from '#core/trace/describe-entry.ts';
import { describeMessage } from '#core/trace/describe-message.ts';
import type { ToolCall } from '#core/trace/tool-calls.ts';
import type { Step } from '#core/trace/trace.ts';
import type { Message } from '#core/wire/jsonrpc.ts';

/** Stores the summary of frames from this size on, so that a window of rows never parses megabytes. */
const LARGE_FRAME_BYTES = 32 * 1024;

/** The stored facts of an entry besides its bytes, in a database or in memory. */
export interface EntryFacts {
  readonly kind: RowKind;
  /** A response has the method of its request. */
  readonly method: string | undefined;
  /** JSON text of the id. */
  readonly id: string | undefined;
  readonly session: string | undefined;
  /** For a response: `seq` of its request. */
  readonly answers: number | undefined;
  readonly toolCall: ToolCall | undefined;
  /** undefined if the summary can be made from the bytes on demand. */
  readonly summary: string | undefined;
  /** Number of the group. */
  readonly group: number;
  readonly turn: number | undefined;
  /** The `sessionUpdate` of a session/update. */
  readonly variant: string | undefined;
  /** See `GroupedEntry`. For an answered request, lists show the status of the response instead. */
  readonly status: string | undefined;
}

/** Returns the facts of an entry for lists and filters. A frame has those of its first message. */
export function entryFactsOf({ step, group, turn, variant, status }: GroupedEntry): EntryFacts {
  const { entry, messages, events, trouble } = step;
  const [first] = messages;
  if (!first) {
    const summary =
      trouble === undefined ? describeCut(entry) : `acptap could not read this, by a bug of its own: ${trouble}`;
    return { ...NOTHING, kind: entry.kind === 'frame' ? 'invalid' : entry.kind, summary, group: group.no, turn };
  }
  const { message, method, session, exchange, carries } = first;
  // The summary of a response to an envelope needs the request, so it is stored.
  const keepsSummary = (entry.kind === 'frame' && entry.bytes.length >= LARGE_FRAME_BYTES) || carries !== undefined;
  return {
    kind: kindOf(message),
    method,
    id: 'id' in message ? message.id : undefined,
    session,
    answers: message.kind === 'response' ? exchange?.opened.seq : undefined,
    toolCall: latestState(first.toolCall, events),
    summary: keepsSummary ? describeMessage(first) : undefined,
    group: group.no,
    turn,
    variant,
    status,
  };
}

/** The message's tool call in its latest state; a batch may update it several times, and others too. */
const latestState = (call: ToolCall | undefined, events: Step['events']): ToolCall | undefined =>
  events.reduce(
    (last, event) =>
      event.kind === 'tool-call' &&
      (!last || (event.toolCall.id === last.id && event.toolCall.session === last.session))
        ? event.toolCall
        : last,
    call,
  );

const NOTHING = {
  method: undefined,
  id: undefined,
  session: undefined,
  answers: undefined,
  toolCall: undefined,
  variant: undefined,
  status: undefined,
};

const kindOf = (message: Message): RowKind =>
  message.kind === 'response' && !message.outcome.ok ? 'error' : message.kind;
