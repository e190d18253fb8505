import { paramsOf } from '#core/cards/card-message.ts';
import { valueAt } from '#core/json/json.ts';
import type { FileOperation } from '#core/model/files.ts';
import type { FileMessage } from './file-message.ts';

/**
 * Decides whether an agent wrote a file itself. A call that completed without a write through the client says so only
 * for an agent that never writes through the client, or cannot.
 */
export function createOwnWrites() {
  let isOffered = true; // also in a recording without its beginning
  let isUsed = false;

  return {
    /** Takes the `initialize` of the client. Protocol version 2 has no writes through the client. */
    initialize(message: FileMessage): void {
      isOffered = valueAt(paramsOf(message), 'clientCapabilities', 'fs', 'writeTextFile') === true;
    },
    /** Call this for each request of the agent to write a file. */
    write(): void {
      isUsed = true;
    },
    /** An operation with what is known so far. */
    judged(operation: FileOperation): FileOperation {
      if (!isOffered || !isUsed) return operation;
      if (operation.kind === 'mention') return { ...operation, isUnrecorded: operation.call?.kind === 'edit' };
      return operation.kind === 'proposal' && operation.outcome === 'by-agent'
        ? { ...operation, outcome: 'unrecorded' }
        : operation;
    },
  };
}
