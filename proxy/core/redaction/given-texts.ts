import { isObject } from '#core/json/json.ts';
import { givenFrame } from '#core/wire/crossings.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry, EventEntry, FrameEntry, Why } from '#core/wire/entry.ts';
import { injectedFrame, withInjectedBytes } from '#core/wire/injected.ts';
import { mapSecrets, type SecretMap } from './map-secrets.ts';

/** Begins the names of the streams that a side was given. Their texts are joined apart from those that were received. */
export const GIVEN = 'given ';

/** What a side was given of an entry, as an entry of its own: its `seq` ends in a half. Undefined where nothing was given, or acptap did not take part. */
export function givenIn(entry: Entry): FrameEntry | undefined {
  const frame = entry.kind === 'frame' ? entry.sent && givenFrame(entry, entry.sent) : injectedFrame(entry);
  return frame && { ...frame, seq: (frame.seq + 0.5) as FrameEntry['seq'] };
}

/** The entry, or what was given of it, whose texts have this number. */
export function textAt(entryAt: (seq: number) => Entry | undefined, seq: number): Entry | undefined {
  const entry = entryAt(Math.floor(seq));
  return entry && !Number.isInteger(seq) ? givenIn(entry) : entry;
}

/** The masked entry, with what was given masked, too. */
export function withGiven(
  masked: Entry,
  original: Entry,
  map: SecretMap,
  mask: (given: FrameEntry) => Uint8Array,
): Entry {
  const given = givenIn(original);
  if (masked.kind === 'event')
    return given ? withInjectedBytes(masked, isCorrupt(masked) ? HIDDEN : mask(given)) : masked;
  if (masked.kind !== 'frame' || original.kind !== 'frame' || !original.sent) return masked;
  const { why, bytes, ...sent } = original.sent;
  const asked = why.length === 0 ? why : (JSON.parse(mapSecrets(JSON.stringify(why), beside(map))) as Why[]); // the same members
  if (!bytes || !given) return { ...masked, sent: { ...sent, why: asked } };
  const shown = hidesSecret(masked, original, why) ? HIDDEN : mask(given);
  return { ...masked, sent: { ...sent, why: asked, bytes: shown } };
}

const HIDDEN = encodeUtf8('[redacted]\n');

const isCorruption = (why: unknown): boolean => isObject(why) && why['kind'] === 'corrupt';

/** True for a copy of a corrupted line: the frame that would show its secrets is another entry. */
function isCorrupt({ event }: EventEntry): boolean {
  const { why }: Readonly<Record<string, unknown>> = event;
  return [why].flat().some(isCorruption);
}

/** A secret with a changed byte is found by nothing: the whole line is hidden. */
const hidesSecret = (masked: FrameEntry, original: FrameEntry, why: readonly Why[]): boolean =>
  why.some(isCorruption) &&
  (masked.bytes.length !== original.bytes.length || masked.bytes.some((byte, index) => byte !== original.bytes[index]));

/** What stands beside a frame is no piece of what it says. */
const beside = ({ text, whole }: SecretMap): SecretMap => ({ whole, text: (value, known) => text(value, known) });
