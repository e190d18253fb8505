import { wasDelivered } from '#core/cards/card-message.ts';
import { asksPermission } from '#core/protocol/method-traits.ts';
import { setNewest } from '#core/set-newest.ts';
import { createCalls, fileIn, type Call, type CallFile, type GrowingOperation } from './calls.ts';
import type { FileMessage } from './file-message.ts';
import { keyOfPath } from './file-path.ts';
import { createFileSessions } from './file-sessions.ts';
import { lineChanges } from './line-changes.ts';
import type { Difference } from './proposed.ts';
import { createTextMemory } from './text-memory.ts';

/** The most characters of texts to keep for comparisons: in all, and of one text. */
const MAX_CHARACTERS = 16_000_000;
const LONGEST_TEXT = 2_000_000;

/** More operations than anybody reads; their number bounds the memory. */
const MAX_OPERATIONS = 200_000;

const MAX_OPEN = 4096; // requests without a response

/** Comparisons of lines in one recording. Beyond them all lines between the first and last change count as changed. */
const COMPARISONS = 50_000_000;

/** The file that a message is about. */
export interface Target {
  readonly path: string;
  readonly key: string;
}

/** The data from the messages so far: the operations, and texts to compare later messages with. */
export type FileLedger = ReturnType<typeof createFileLedger>;

export function createFileLedger() {
  const operations = new Set<GrowingOperation>();
  const byCall = new Map<number, GrowingOperation[]>(); // the same, by the group of their tool call
  const answers = new Map<number, (answer: FileMessage) => void>(); // of open requests, by entry
  const answerable = new Map<string, number>(); // requests whose response may be that of acptap, by id
  const sessions = createFileSessions();
  /** The last whole text of each file, and the last differences of each call for a file. */
  const texts = createTextMemory<{ seq: number; text: string; characters: number }>(MAX_CHARACTERS);
  const shown = createTextMemory<{ differences: readonly Difference[]; characters: number }>(MAX_CHARACTERS);
  const budget = { left: COMPARISONS };
  let unread = 0;

  return {
    calls: createCalls(),
    sessions,
    operations,
    unread: () => unread,

    operationsOf: (group: number): readonly GrowingOperation[] => byCall.get(group) ?? [],

    keep(operation: GrowingOperation): void {
      if (operations.size >= MAX_OPERATIONS) return void (unread += 1);
      operations.add(operation);
      const { call, kind } = operation;
      if (!call || kind === 'mention') return;
      const own = byCall.get(call.group);
      if (own) own.push(operation);
      else byCall.set(call.group, [operation]);
    },

    targetOf(message: FileMessage, spelt: string): Target {
      const path = sessions.pathOf(message, spelt);
      return { path, key: keyOfPath(path) };
    },

    /** The file of a call for another operation than a mention. Removes its mention. */
    usedFile(call: Call, { key, path }: Target): CallFile {
      const file = fileIn(call, key, path);
      if (file.mention) operations.delete(file.mention);
      file.mention = undefined;
      return file;
    },

    awaitAnswer(request: FileMessage, apply: (answer: FileMessage) => void): void {
      const { seq, message, method } = request;
      setNewest(answers, seq, apply, MAX_OPEN);
      const mayBeOurs = !wasDelivered(request) || asksPermission(method);
      if (mayBeOurs && message.kind === 'request') setNewest(answerable, message.id, seq, MAX_OPEN);
    },

    /**
     * Takes a response of the client, or of acptap: to a request that it kept from the client, or to a question, where the
     * first response counts. Whether a file was written only the client says.
     */
    answer(message: FileMessage): void {
      const id = message.message.kind === 'response' ? message.message.id : undefined;
      const isOfUs = message.isInjected && message.from === 'client';
      const own = isOfUs && id !== undefined ? answerable.get(id) : undefined;
      const asked = own ?? message.answers ?? -1;
      answers.get(asked)?.(message);
      answers.delete(asked);
    },

    textBefore: ({ key }: Target) => texts.get(key),

    /** `seq`: the entry that has the whole text. */
    rememberText({ key }: Target, seq: number, text: string): void {
      if (text.length > LONGEST_TEXT) texts.forget(key);
      else texts.set(key, { seq, text, characters: text.length });
    },

    forgetText: (key: string): void => texts.forget(key),

    /** The differences that the call showed last for the file. */
    shownBy: (call: Call | undefined, { key }: Target) => shown.get(shownKey(call, key))?.differences,

    rememberShown(call: Call, { key }: Target, differences: readonly Difference[]): void {
      const characters = differences.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + after.length, 0);
      shown.set(shownKey(call, key), { differences, characters });
    },

    changesOf: (before: string, after: string) => lineChanges(before, after, budget),
  };
}

const shownKey = (call: Call | undefined, key: string) => `${call?.name.group} ${key}`;

/** The members that all operations have. */
export const commonMembers = (
  { seq, t, session, turn, delivery }: FileMessage,
  { path }: Pick<Target, 'path'>,
  call: Call | undefined,
) => ({
  seq,
  t,
  path,
  session: session ?? null,
  turn: turn ?? null,
  call: call?.name ?? null,
  ...(delivery ? { delivery } : {}),
});
