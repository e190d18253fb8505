import { formatMebibytes } from '#core/text/format-bytes.ts';
import type { Seq } from '#core/units.ts';
import type { Side } from '#core/wire/entry.ts';
import { defineRule, type Breach } from '../engine/rule.ts';

/** The default limit of the TypeScript SDK, without the line end. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;

export default defineRule({
  id: 'framing/line-fits-receivers',
  grade: 'warning',
  binds: 'sender',
  versions: [1, 2],
  about: 'frames',
  requires:
    'ACP sets no limit to the size of a message, its receivers do: one beyond 32 MiB does not arrive everywhere.',
  source: 'https://agentclientprotocol.com/protocol/v1/transports#stdio',
  peers:
    'The TypeScript SDK closes the connection at more than 32 MiB in a line, unless it was made with another limit.',
  start: () => ({
    frame({ seq, from, bytes }, decoded, verdict) {
      if (decoded.kind !== 'json') return;
      if (bytes.length - lineEnd(bytes) <= MAX_LINE_BYTES) return verdict.kept();
      verdict.broken(tooLarge(seq, from, bytes.length));
    },
    event({ seq, event }, verdict) {
      if (event.event !== 'gap' || !('cut' in event)) return;
      const { of, bytes } = event;
      if ((of === 'client' || of === 'agent') && Number(bytes) > MAX_LINE_BYTES)
        verdict.broken(tooLarge(seq, of, Number(bytes)));
    },
  }),
  examples: {
    breaks: ['< | {"jsonrpc":"2.0","method":"_tick","params":{"image":"A\\{33554432}"}}'],
    keeps: ['< | {"jsonrpc":"2.0","method":"_tick","params":{"image":"A\\{65536}"}}'],
  },
});

const tooLarge = (seq: Seq, side: Side, bytes: number): Breach => ({
  seq,
  side,
  message: 'the message is larger than receivers take',
  seen: formatMebibytes(bytes),
  expected: 'at most 32 MiB',
});

/** The length of LF or CR LF at the end, 0 without one. */
function lineEnd(bytes: Uint8Array): number {
  if (bytes[bytes.length - 1] !== 0x0a) return 0;
  return bytes[bytes.length - 2] === 0x0d ? 2 : 1;
}
