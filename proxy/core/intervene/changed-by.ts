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

/** The frame as a fault changes it. `chance` returns a number from 0 to below 1 for each argument. */
export function changedBy(action: Change, frame: Uint8Array, chance: (part: number) => number): Uint8Array {
  const length = frame.at(-1) === LF ? frame.length - 1 : frame.length;
  switch (action.kind) {
    case 'corrupt': {
      const changed = Uint8Array.from(frame); // a Buffer's slice would share memory
      for (let part = 0; part < Math.min(action.bytes, length); part++) {
        const at = Math.floor(chance(part) * length);
        changed[at] = (changed[at] ?? 0) ^ 0x80; // never a line end, hardly ever UTF-8
      }
      return changed;
    }
    case 'truncate':
      return frame.subarray(0, length);
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

function inText(frame: Uint8Array, map: (text: string) => string): Uint8Array {
  const text = decodeUtf8(frame);
  return text === undefined ? frame : encodeUtf8(map(text));
}

/** Another id of the same type. */
const wrong = (id: string): string => (/^-?\d+$/.test(id) ? `1${id.replace('-', '')}000` : '"wrong-by-acptap"');
