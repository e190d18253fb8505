import { valueAt, stringAt } from '#core/json/json.ts';
import { errorOf, paramsOf, resultOf, updateOf } from '#core/cards/card-message.ts';
import { toolCallMembers } from '#core/cards/tool-call-card.ts';
import type { FileOperation, Match, Permitted } from '#core/model/files.ts';
import { opensSession } from '#core/protocol/method-traits.ts';
import { isFinal } from '#core/protocol/tool-call-status.ts';
import { setNewest } from '#core/set-newest.ts';
import { covers, createCalls, fileIn, locationsIn, type Call, type CallFile, type GrowingOperation } from './calls.ts';
import { matchOf } from './compare-written.ts';
import { decisionIn } from './decision.ts';
import type { FileMessage } from './file-message.ts';
import { keyOfPath } from './file-path.ts';
import { createFileSessions } from './file-sessions.ts';
import { lineChanges } from './line-changes.ts';
import { countPatch, proposedIn, type Difference, type Proposed } from './proposed.ts';
import { createTextMemory } from './text-memory.ts';

/** The most characters of texts to keep for comparisons: in all, and of one text. */
const MOST_CHARACTERS = 16_000_000;
const LONGEST_TEXT = 2_000_000;

/** More operations than anybody reads; their number bounds the memory. */
const MOST_OPERATIONS = 200_000;

const MANY = 4096; // requests without a response

/** Comparisons of lines in one recording. Beyond them all lines between the first and last change count as changed. */
const COMPARISONS = 50_000_000;

/** The agent's operations on files so far. */
export interface FileFold {
  /** Takes the messages of FILE_METHODS and FILE_VARIANTS in order. */
  readonly apply: (message: FileMessage) => void;
  /** In order. Later messages complete them: the answer of a write, the outcome of a proposal. */
  readonly operations: () => Iterable<FileOperation>;
  readonly commands: () => number;
  /** Operations that were too many to keep. */
  readonly unread: () => number;
}

/**
 * Finds reads, proposals, permissions and writes of files in the messages of a recording, and compares what was
 * proposed with what was written. Keeps no texts beyond a limit: operations name the entries that have them.
 */
export function createFileFold(): FileFold {
  const operations = new Set<GrowingOperation>();
  const calls = createCalls();
  const sessions = createFileSessions();
  const { pathOf } = sessions;
  const answers = new Map<number, (answer: FileMessage) => void>(); // of open requests, by entry
  /** The last whole text of each file, and the last differences of each call for a file. */
  const texts = createTextMemory<{ seq: number; text: string; characters: number }>(MOST_CHARACTERS);
  const shown = createTextMemory<{ differences: readonly Difference[]; characters: number }>(MOST_CHARACTERS);
  const budget = { left: COMPARISONS };
  let commands = 0;
  let unread = 0;

  function keep(operation: GrowingOperation): void {
    if (operations.size < MOST_OPERATIONS) operations.add(operation);
    else unread += 1;
  }

  const placeOf = ({ seq, t, session, turn }: FileMessage, path: string, call: Call | undefined) => ({
    seq,
    t,
    path,
    session: session ?? null,
    turn: turn ?? null,
    call: call?.name ?? null,
  });

  const awaitAnswer = ({ seq }: FileMessage, apply: (answer: FileMessage) => void): void =>
    void setNewest(answers, seq, apply, MANY);

  /** The file of a call for another operation than a mention. Removes its mention. */
  function usedFile(call: Call | undefined, key: string, path: string): CallFile | undefined {
    const file = call && fileIn(call, key, path);
    if (file?.mention) operations.delete(file.mention);
    if (file) file.mention = undefined;
    return file;
  }

  function remember(key: string, seq: number, text: string): void {
    if (text.length > LONGEST_TEXT) texts.forget(key);
    else texts.set(key, { seq, text, characters: text.length });
  }

  function applyRead(message: FileMessage): void {
    const params = paramsOf(message);
    const path = pathOf(message, stringAt(params, 'path') ?? '');
    const key = keyOfPath(path);
    const call = calls.of(message, key);
    usedFile(call, key, path);
    const [line, limit] = [numberOf(valueAt(params, 'line')), numberOf(valueAt(params, 'limit'))];
    const read = { kind: 'read' as const, answered: null, isFailed: false, line, limit, characters: null };
    const operation: GrowingOperation = { ...placeOf(message, path, call), ...read };
    keep(operation);
    awaitAnswer(message, (answer) => {
      const text = stringAt(resultOf(answer), 'content');
      Object.assign(operation, {
        answered: answer.seq,
        isFailed: text === undefined,
        characters: text?.length ?? null,
      });
      if (text !== undefined && line === null && limit === null) remember(key, answer.seq, text);
    });
  }

  function applyWrite(message: FileMessage): void {
    const params = paramsOf(message);
    const path = pathOf(message, stringAt(params, 'path') ?? '');
    const key = keyOfPath(path);
    const text = stringAt(params, 'content') ?? '';
    const call = calls.of(message, key);
    const file = usedFile(call, key, path);
    const before = texts.get(key);
    const shownLast = file?.proposal;
    const differences = shownLast?.isPatch ? undefined : shown.get(shownKey(call, key))?.differences;
    const isNew = differences?.[0]?.before === null;
    const changes = before || isNew ? lineChanges(before?.text ?? '', text, budget) : undefined;
    const compared = differences ? matchOf(before?.text, differences, text) : 'unknown';
    const isLater = compared === 'different' && shownLast?.outcome === 'written'; // the proposal is written already
    const match: Match = !shownLast || isLater ? 'unproposed' : compared;
    const proposal = match === 'unproposed' ? undefined : shownLast;
    const operation: GrowingOperation = {
      ...placeOf(message, path, call),
      kind: 'write',
      answered: null,
      isFailed: false,
      characters: text.length,
      added: changes?.added ?? null,
      removed: changes?.removed ?? null,
      before: before?.seq ?? null,
      proposal: proposal?.seq ?? null,
      match,
      ...permissionOf(call && covers(call, key) ? call : undefined, message.session),
    };
    keep(operation);
    if (file) file.isWritten = true;
    if (proposal)
      Object.assign(proposal, {
        outcome: match === 'different' ? 'different' : 'written',
        write: message.seq,
        permission: null,
        asked: null,
      });
    awaitAnswer(message, (answer) => {
      const isFailed = errorOf(answer) !== undefined;
      Object.assign(operation, { answered: answer.seq, isFailed });
      if (!isFailed) remember(key, message.seq, text);
      else if (proposal?.write === message.seq) Object.assign(proposal, { outcome: 'not-written', write: null });
    });
  }

  function permissionOf(call: Call | undefined, session: string | undefined): Permitted {
    if (call && call.permission.asked !== null) return { ...call.permission };
    const asked = sessions.allowedAt(session);
    return asked === undefined ? { permission: 'none', asked: null } : { permission: 'earlier', asked };
  }

  /** Takes an update or a permission request of a tool call. */
  function applyCall(message: FileMessage, members: unknown): Call {
    const call = calls.update(message, members);
    if (call.name.kind === 'execute') countCommand(call);
    for (const proposed of proposedIn(valueAt(members, 'content'))) propose(message, call, proposed);
    for (const location of locationsIn(members)) {
      const path = pathOf(message, location);
      const key = keyOfPath(path);
      const isKnown = call.files.has(key);
      fileIn(call, key, path).isListed = true;
      if (isKnown) continue;
      const mention: GrowingOperation = { ...placeOf(message, path, call), kind: 'mention' };
      fileIn(call, key, path).mention = mention;
      keep(mention);
    }
    return call;
  }

  function propose(message: FileMessage, call: Call, { path: spelt, change, differences, patch }: Proposed): void {
    const path = pathOf(message, spelt);
    const key = keyOfPath(path);
    const file = usedFile(call, key, path) ?? fileIn(call, key, path);
    file.isListed = true;
    const before = file.proposal;
    const content = patch === null ? differences : [{ before: null, after: patch }];
    const last = shown.get(shownKey(call, key))?.differences;
    if (before && last && isSame(last, content)) return void (before.repeats += 1);
    const characters = content.reduce((sum, each) => sum + (each.before?.length ?? 0) + each.after.length, 0);
    shown.set(shownKey(call, key), { differences: content, characters });
    const isDone = file.isWritten || isEnded(call) || call.permission.permission === 'allowed';
    const isReport = before !== undefined && message.message.kind !== 'request' && isDone;
    if (before?.outcome === 'open' && !isReport) before.outcome = 'replaced';
    const counts = patch === null ? (differences.length > 0 ? countLines(differences) : undefined) : countPatch(patch);
    const operation = {
      ...placeOf(message, path, call),
      kind: 'proposal' as const,
      isPatch: differences.length === 0,
      change,
      added: counts?.added ?? null,
      removed: counts?.removed ?? null,
      repeats: 0,
      outcome: sessions.isHistory(message)
        ? ('history' as const)
        : isReport
          ? ('reported' as const)
          : ('open' as const),
      write: null,
      permission: null,
      asked: null,
    };
    keep(operation);
    if (!isReport) file.proposal = operation;
  }

  function countLines(differences: readonly Difference[]) {
    const changes = differences.map(({ before, after }) => lineChanges(before ?? '', after, budget));
    const sum = (of: 'added' | 'removed') => changes.reduce((total, each) => total + each[of], 0);
    return { added: sum('added'), removed: sum('removed') };
  }

  /** Call this at the end of a call. Decides the outcome of its proposals without a write. */
  function settle(call: Call): void {
    if (call.isSettled) return;
    call.isSettled = true;
    for (const [key, { proposal }] of call.files) {
      if (proposal?.outcome !== 'open' && proposal?.outcome !== 'rejected') continue;
      if (call.name.status === 'completed') {
        Object.assign(proposal, { outcome: 'by-agent', ...permissionOf(call, call.session) });
        texts.forget(key);
      } else if (proposal.outcome === 'open') proposal.outcome = 'not-written';
    }
  }

  function applyPermission(message: FileMessage): void {
    const options = valueAt(paramsOf(message), 'options');
    const call = applyCall(message, toolCallMembers(message));
    call.permission = { permission: 'open', asked: message.seq };
    const own = [...call.files.values()].map(({ path }): GrowingOperation => ({
      ...placeOf(message, path, call),
      kind: 'permission',
      answered: null,
      decision: 'open',
      option: null,
      waited: null,
    }));
    own.forEach(keep);
    awaitAnswer(message, (answer) => {
      const { decision, option, isLasting } = decisionIn(options, answer);
      const waited = Math.max(answer.t - message.t, 0);
      for (const operation of own) Object.assign(operation, { answered: answer.seq, decision, option, waited });
      if (call.permission.asked === message.seq) call.permission.permission = decision;
      if (isLasting) sessions.allow(message);
      if (decision === 'rejected')
        for (const { proposal } of call.files.values()) if (proposal?.outcome === 'open') proposal.outcome = 'rejected';
    });
  }

  function countCommand(call: Call | undefined): void {
    if (call?.isCommand) return;
    commands += 1;
    if (call) call.isCommand = true;
  }

  function applyRequest(message: FileMessage): void {
    const { method = '' } = message;
    if (method === 'fs/read_text_file') applyRead(message);
    else if (method === 'fs/write_text_file') applyWrite(message);
    else if (method === 'session/request_permission') applyPermission(message);
    else if (method === 'terminal/create') countCommand(calls.ofGroup(message.group));
    else if (opensSession(method)) sessions.open(message, (apply) => awaitAnswer(message, apply));
  }

  return {
    apply(message) {
      const { kind } = message.message;
      if (kind === 'request') applyRequest(message);
      else if (kind === 'response') {
        const { answers: asked = -1 } = message;
        answers.get(asked)?.(message);
        answers.delete(asked);
      } else if (stringAt(updateOf(message), 'toolCallId') !== undefined) {
        const call = applyCall(message, updateOf(message));
        if (isEnded(call)) settle(call);
      }
    },
    operations: () => operations,
    commands: () => commands,
    unread: () => unread,
  };
}

const shownKey = (call: Call | undefined, key: string) => `${call?.name.group} ${key}`;

const isEnded = ({ name: { status } }: Call) => isFinal(status ?? undefined);

const isSame = (some: readonly Difference[], others: readonly Difference[]): boolean =>
  some.length === others.length &&
  some.every(({ before, after }, index) => before === others[index]?.before && after === others[index]?.after);

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
