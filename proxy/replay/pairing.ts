import { decodeUtf8, encodeUtf8 } from '#core/wire/bytes.ts';
import { mapStrings } from '#core/wire/json-strings.ts';
import type { IdToken } from '#core/wire/request-id.ts';
import type { PlayerCommand } from './play.ts';
import type { Player } from './player.ts';
import { comparable, joinTexts, pieceOf, turnEndedBy, type Whole } from './told-text.ts';
import { isName, isSameTold, keyOfSession, toTold, type Told } from './told.ts';

/** A text that is being compared, piece by piece. */
interface Text {
  readonly like: string;
  /** What the client was told, whole. */
  readonly live: string;
  /** What the other recording has told of it. */
  recorded: string;
}

/**
 * Compares what another recording would have told the client with what it was told, and learns what is called differently. Into how
 * many pieces a text was cut is no difference. `prompts` has the session of each prompt of the client.
 */
export function createPairing(told: readonly Told[], prompts: ReadonlyMap<IdToken, string>, { knownAs }: Player) {
  const queues = new Map([...joinTexts(told, prompts)].map(([key, queue]) => [key, [...queue]]));
  const texts = new Map<string, Text>();
  const toLive = new Map<string, string>();
  const toRecorded = new Map<string, string>();
  const ahead: PlayerCommand[] = [];

  function rename(recorded: string, live: string, member: string): boolean {
    if (recorded === live && toRecorded.has(live)) return true; // it has been told under the name that the client knows
    if ((toLive.get(recorded) ?? live) !== live || (toRecorded.get(live) ?? recorded) !== recorded) return false;
    toLive.set(recorded, live);
    toRecorded.set(live, recorded);
    if (recorded === live) return true;
    if (/sessionId$/i.test(member)) knownAs.session(recorded, live);
    else knownAs.name(recorded, live);
    return true;
  }

  const isTold = ({ live, recorded }: Text) => comparable(recorded) === comparable(live);

  /** Nothing more is added to the text; false where some of it is missing. */
  function endText(key: string): boolean {
    const text = texts.get(key);
    texts.delete(key);
    return !text || isTold(text);
  }

  function addTo(text: Text, piece: string): boolean {
    text.recorded += piece;
    return comparable(text.live).startsWith(comparable(text.recorded));
  }

  function pairWith(one: Told, other: Whole): boolean {
    const piece = pieceOf(one.message);
    const isSame = isSameTold(piece?.rest ?? one.message, other.piece?.rest ?? other.message, rename);
    if (one.message.kind === 'request' && other.message.kind === 'request')
      knownAs.request(one.message.id, other.message.id); // even of another text: it may be the one that is answered
    if (!isSame || !piece || !other.piece) return isSame;
    const text: Text = { like: piece.like, live: other.piece.text, recorded: '' };
    texts.set(one.key, text);
    return addTo(text, piece.text);
  }

  function pairOne(command: PlayerCommand): boolean {
    const found = command.kind === 'send' ? toTold(command.bytes) : undefined;
    if (!found) return true;
    const key = found.session === undefined ? found.key : keyOfSession(toLive.get(found.session) ?? found.session);
    const one = { ...found, key };
    const session = turnEndedBy(one.message, prompts);
    const isEnded = session === undefined || endText(keyOfSession(session));
    const queue = queues.get(key) ?? [];
    const [text, piece] = [texts.get(key), pieceOf(one.message)];
    if (text && piece?.like === text.like && !(isTold(text) && queue.length === 0 && piece.text.trim() !== ''))
      return addTo(text, piece.text);
    const isWhole = endText(key);
    const other = queue.shift();
    if (!other) ahead.push(command);
    return (!other || pairWith(one, other)) && isWhole && isEnded;
  }

  return {
    /** The first command that tells the client something else; undefined where none does. */
    differs(commands: readonly PlayerCommand[]): PlayerCommand | undefined {
      let first: PlayerCommand | undefined;
      for (const command of commands) if (!pairOne(command)) first ??= command; // the names of the rest count, too
      return first;
    },
    /** True when the client was told nothing more. */
    isWhole: (): boolean =>
      [...queues.values()].every((queue) => queue.length === 0) && [...texts.values()].every(isTold),
    /** What the client has not been told yet, in the names that it knows by now. */
    ahead: (): readonly PlayerCommand[] =>
      ahead.map((command) =>
        command.kind === 'send' ? { ...command, bytes: rewrite(command.bytes, toLive) } : command,
      ),
  };
}

function rewrite(bytes: Uint8Array, names: ReadonlyMap<string, string>): Uint8Array {
  const text = mapStrings(decodeUtf8(bytes) ?? '', (value, path) =>
    isName(path.at(-1) ?? '') ? (names.get(value) ?? value) : value,
  );
  return encodeUtf8(text);
}
