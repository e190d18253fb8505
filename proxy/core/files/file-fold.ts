import { updateOf } from '#core/cards/card-message.ts';
import { toolCallMembers } from '#core/cards/tool-call-card.ts';
import { stringAt, valueAt } from '#core/json/json.ts';
import type { FileOperation } from '#core/model/files.ts';
import { asksPermission, createsTerminal, opensSession, readsFile, writesFile } from '#core/protocol/method-traits.ts';
import { isInitialize } from '#core/protocol/methods.ts';
import { applyPermission } from './apply-permission.ts';
import { applyProposal, isEnded, settle } from './apply-proposal.ts';
import { applyRead } from './apply-read.ts';
import { applyWrite } from './apply-write.ts';
import { fileIn, locationsIn, type Call, type GrowingOperation } from './calls.ts';
import { createFileLedger, commonMembers } from './file-ledger.ts';
import type { FileMessage } from './file-message.ts';
import { createOwnWrites } from './own-writes.ts';
import { proposedIn } from './proposed.ts';

/** The agent's operations on files so far. */
export interface FileFold {
  /** Takes the messages of FILE_METHODS and FILE_VARIANTS in order. */
  readonly apply: (message: FileMessage) => void;
  /** In order. Later messages complete them: the answer of a write, the outcome of a proposal. */
  readonly operations: () => Iterable<FileOperation>;
  /** Those of one tool call, by its group; without mentions. */
  readonly operationsOf: (group: number) => readonly FileOperation[];
  readonly commands: () => number;
  /** Operations that were too many to keep. */
  readonly unread: () => number;
}

/**
 * Finds reads, proposals, permissions and writes of files in the messages of a recording, and compares what was
 * proposed with what was written. Keeps no texts beyond a limit: operations name the entries that have them.
 */
export function createFileFold(): FileFold {
  const ledger = createFileLedger();
  const { calls, sessions } = ledger;
  const ownWrites = createOwnWrites();
  let commands = 0;

  function applyRequest(message: FileMessage): void {
    const { method } = message;
    if (method !== undefined && isInitialize(method)) ownWrites.initialize(message);
    else if (readsFile(method)) applyRead(ledger, message);
    else if (writesFile(method)) {
      ownWrites.write();
      applyWrite(ledger, message);
    } else if (asksPermission(method)) applyPermission(ledger, message, applyCall(message, toolCallMembers(message)));
    else if (createsTerminal(method)) countCommand(calls.ofGroup(message.group));
    else if (opensSession(method)) sessions.open(message, (apply) => ledger.awaitAnswer(message, apply));
  }

  /** Takes the tool call of an update or a permission request. */
  function applyCall(message: FileMessage, members: unknown): Call {
    const call = calls.update(message, members);
    if (call.name.kind === 'execute') countCommand(call);
    for (const proposed of proposedIn(valueAt(members, 'content'))) applyProposal(ledger, message, call, proposed);
    for (const location of locationsIn(members)) mention(message, call, location);
    return call;
  }

  function mention(message: FileMessage, call: Call, location: string): void {
    const target = ledger.targetOf(message, location);
    const isKnown = call.files.has(target.key);
    const file = fileIn(call, target.key, target.path);
    file.isListed = true;
    if (isKnown) return;
    const operation: GrowingOperation = {
      ...commonMembers(message, target, call),
      kind: 'mention',
      isUnrecorded: false,
    };
    file.mention = operation;
    ledger.keep(operation);
  }

  function countCommand(call: Call | undefined): void {
    if (call?.isCommand) return;
    commands += 1;
    if (call) call.isCommand = true;
  }

  return {
    apply(message) {
      const { kind } = message.message;
      if (kind === 'request') applyRequest(message);
      else if (kind === 'response') ledger.answer(message);
      else if (stringAt(updateOf(message), 'toolCallId') !== undefined) {
        const call = applyCall(message, updateOf(message));
        if (isEnded(call)) settle(ledger, call);
      }
    },
    *operations() {
      for (const operation of ledger.operations) yield ownWrites.judged(operation);
    },
    operationsOf: (group) => ledger.operationsOf(group).map(ownWrites.judged),
    commands: () => commands,
    unread: ledger.unread,
  };
}
