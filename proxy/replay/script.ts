import { decodeFrame } from '#core/wire/decode.ts';
import type { Entry } from '#core/wire/entry.ts';
import type { Message } from '#core/wire/jsonrpc.ts';
import type { ElapsedUs, Seq } from '#core/wire/units.ts';

/** One line of the recorded conversation: ours to say, or the client's to say. */
export type ScriptLine =
  | {
      readonly from: 'us';
      readonly seq: Seq;
      readonly at: ElapsedUs;
      readonly bytes: Uint8Array;
      readonly message: Message | undefined;
    }
  | {
      readonly from: 'client';
      readonly seq: Seq;
      readonly at: ElapsedUs;
      readonly message: Message;
      /** For a response: the method it answers. */
      readonly method: string;
    };

export type ClientLine = Extract<ScriptLine, { from: 'client' }>;
export type Script = readonly ScriptLine[];

/**
 * The conversation of a recording as the agent has to play it. What the client wrote that is no message is left out: nothing can
 * have waited for it. What the agent wrote is kept byte for byte, messages or not.
 */
export function toScript(entries: Iterable<Entry>): Script {
  const lines: ScriptLine[] = [];
  const asked = new Map<string, string>(); // the agent's requests: id → method
  for (const entry of entries) {
    if (entry.kind !== 'frame') continue;
    const { seq, at, bytes } = entry;
    const decoded = decodeFrame(bytes);
    const message = decoded.kind === 'json' && !decoded.batch ? decoded.parts[0]?.message : undefined;
    if (entry.from === 'agent') {
      if (message?.kind === 'request') asked.set(message.id, message.method);
      lines.push({ from: 'us', seq, at, bytes, message });
    } else if (message) {
      const method =
        message.kind === 'response' ? (asked.get(message.id ?? '') ?? 'an unknown request') : message.method;
      lines.push({ from: 'client', seq, at, message, method });
    }
  }
  return lines;
}
