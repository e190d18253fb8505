import type { ElapsedUs, Seq } from '#core/units.ts';
import type { ErrorObject } from '#core/wire/jsonrpc.ts';

/** One message of the live client. */
export interface JournalEntry {
  /** Counts the client's messages from 0. */
  readonly index: number;
  /** Microseconds since the replay began. */
  readonly elapsed: ElapsedUs;
  /** `invalid` is a line that is not a JSON-RPC message. */
  readonly kind: 'request' | 'notification' | 'response' | 'error' | 'invalid';
  /** The method of the message. A response or an error has the method of the agent's request. Null if it is unknown. */
  readonly method: string | null;
  /** The JSON-RPC id. An integer beyond 2^53 is a string of its digits. */
  readonly id?: string | number | null;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: ErrorObject;
  /** For `invalid`: the line, where it is text. */
  readonly text?: string;
  /** The matched recorded entry. Null for an unrecorded message and for a request whose difference ended the replay. */
  readonly matched: Seq | null;
}
