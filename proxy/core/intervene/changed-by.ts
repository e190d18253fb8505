import { assertNever } from '#core/assert-never.ts';
import { mapStrings } from '#core/json/json-strings.ts';
import { concat, decodeUtf8, encodeUtf8, LF } from '#core/wire/bytes.ts';
import { lastMember, replaceMember } from '#core/wire/request-id.ts';
import type { FaultAction } from './fault.ts';

type Change =
  | Extract<FaultAction, { kind: 'corrupt' }>
  | { readonly kind: 'truncate' | 'crlf' | 'bom' | 'wrong-id' | 'unknown-update' };

const CR = 0x0d;
const BOM = encodeUtf8('\ufeff');

/** The kind of a session/update that no version has. */
const UNKNOWN = 'unknown_by_acptap';

/**
 * The frame as a fault changes it; `frame` itself where there is nothing to change. `chance` returns a number from 0 to
 * below 1 for each argument.
 */
export function changedBy(action: Change, frame: Uint8Array, chance: (part: number) => number): Uint8Array {
  const length = frame.at(-1) === LF ? frame.length - 1 : frame.length;
  switch (action.kind) {
    case 'corrupt':
      return corrupted(
        frame,
        length < frame.length && frame[length - 1] === CR ? length - 1 : length,
        action.bytes,
        chance,
      );
    case 'truncate':
      return length === frame.length ? frame : frame.subarray(0, length);
    case 'crlf':
      return length === frame.length ? frame : concat([frame.subarray(0, length), Uint8Array.of(CR, LF)]);
    case 'bom':
      return concat([BOM, frame]);
    case 'wrong-id':
      return inText(frame, (text) => replaceMember(text, 'id', wrong(lastMember(text, 'id') ?? '0')));
    case 'unknown-update':
      return inText(frame, (text) =>
        mapStrings(text, (value, path) => (path.join('/') === 'params/update/sessionUpdate' ? UNKNOWN : value)),
      );
    default:
      return assertNever(action);
  }
}

/** Changes this many of the first `length` bytes, each in another place. */
function corrupted(frame: Uint8Array, length: number, count: number, chance: (part: number) => number): Uint8Array {
  if (length === 0) return frame;
  const changed = Uint8Array.from(frame); // a Buffer's slice would share memory
  for (let part = 0; part < Math.min(count, length); part++) {
    let at = Math.floor(chance(part) * length);
    while (changed[at] !== frame[at]) at = (at + 1) % length;
    changed[at] = otherByte(frame[at] ?? 0);
  }
  return changed;
}

/** Hardly ever UTF-8, and never a line end. */
function otherByte(byte: number): number {
  const other = byte ^ 0x80;
  return other === LF || other === CR ? byte ^ 0xc0 : other;
}

function inText(frame: Uint8Array, map: (text: string) => string): Uint8Array {
  const text = decodeUtf8(frame);
  const changed = text === undefined ? undefined : map(text);
  return changed === undefined || changed === text ? frame : encodeUtf8(changed);
}

/** Another id of the same type. */
const wrong = (id: string): string => (/^-?\d+$/.test(id) ? `1${id.replace('-', '')}000` : '"wrong-by-acptap"');
