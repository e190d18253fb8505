import { isObject } from '#core/json/json.ts';
import { givenFrame } from '#core/wire/crossings.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry, EventEntry, FrameEntry, Why } from '#core/wire/entry.ts';
import { injectedFrame, withInjectedBytes } from '#core/wire/injected.ts';
import { mapSecrets, type SecretMap } from './map-secrets.ts';

/** The prefix of stream names of delivered texts, which are joined apart from received texts. */
export const DELIVERED = 'delivered ';

/** The delivered form of an entry, with a `seq` that ends in .5. Undefined without a delivery or an intervention. */
export function deliveredForm(entry: Entry): FrameEntry | undefined {
  const frame = entry.kind === 'frame' ? entry.sent && givenFrame(entry, entry.sent) : injectedFrame(entry);
  return frame && { ...frame, seq: (frame.seq + 0.5) as FrameEntry['seq'] };
}

/** The entry, or its delivered form, whose texts have this number. */
export function textAt(entryAt: (seq: number) => Entry | undefined, seq: number): Entry | undefined {
  const entry = entryAt(Math.floor(seq));
  return entry && !Number.isInteger(seq) ? deliveredForm(entry) : entry;
}

/** The masked entry; its delivered form is masked, too. */
export function withDeliveredForm(
  masked: Entry,
  original: Entry,
  map: SecretMap,
  mask: (delivered: FrameEntry) => Uint8Array,
): Entry {
  const delivered = deliveredForm(original);
  if (masked.kind === 'event')
    return delivered ? withInjectedBytes(masked, isCorrupt(masked) ? HIDDEN : mask(delivered)) : masked;
  if (masked.kind !== 'frame' || original.kind !== 'frame' || !original.sent) return masked;
  const { why, bytes, ...sent } = original.sent;
  const asked = why.length === 0 ? why : (JSON.parse(mapSecrets(JSON.stringify(why), beside(map))) as Why[]); // the same members
  if (!bytes || !delivered) return { ...masked, sent: { ...sent, why: asked } };
  const shown = hidesSecret(masked, original, why) ? HIDDEN : mask(delivered);
  return { ...masked, sent: { ...sent, why: asked, bytes: shown } };
}

const HIDDEN = encodeUtf8('[redacted]\n');

const isCorruption = (why: unknown): boolean => isObject(why) && why['kind'] === 'corrupt';

/** True for a copy of a corrupted line: the frame that would show its secrets is another entry. */
function isCorrupt({ event }: EventEntry): boolean {
  const { why }: Readonly<Record<string, unknown>> = event;
  return [why].flat().some(isCorruption);
}

/** No rule finds a secret with a changed byte: the whole line is hidden. */
const hidesSecret = (masked: FrameEntry, original: FrameEntry, why: readonly Why[]): boolean =>
  why.some(isCorruption) &&
  (masked.bytes.length !== original.bytes.length || masked.bytes.some((byte, index) => byte !== original.bytes[index]));

/** Texts beside a frame are no pieces of a streamed text. */
const beside = ({ text, whole }: SecretMap): SecretMap => ({ whole, text: (value, known) => text(value, known) });
