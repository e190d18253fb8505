import { decodeUtf8, encodeUtf8 } from '#core/wire/bytes.ts';
import { mapStrings } from '#core/wire/json-strings.ts';
import type { PlayerCommand } from './play.ts';
import type { Player } from './player.ts';
import { isName, isSameTold, keyOfSession, toTold, type Told } from './told.ts';

/**
 * Compares what another recording would have told the client with what it was told, as far as a choice may depend on it, and learns what
 * is called differently.
 */
export function createPairing(told: readonly Told[], { knownAs }: Player) {
  const queues = Map.groupBy(told, ({ key }) => key);
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

  function pairOne(command: PlayerCommand): boolean {
    const one = command.kind === 'send' ? toTold(command.bytes) : undefined;
    if (!one) {
      if (ahead.length > 0 && command.kind === 'send') ahead.push(command); // words after what the client has not been told
      return true;
    }
    const key = one.session === undefined ? one.key : keyOfSession(toLive.get(one.session) ?? one.session);
    const other = queues.get(key)?.shift();
    if (!other) {
      ahead.push(command);
      return true;
    }
    const isSame = isSameTold(one.message, other.message, rename);
    if (one.message.kind === 'request' && other.message.kind === 'request')
      knownAs.request(one.message.id, other.message.id); // even of another text: it may be the one that is answered
    return isSame;
  }

  return {
    /** The first command that tells the client something else; undefined where none does. */
    differs(commands: readonly PlayerCommand[]): PlayerCommand | undefined {
      let first: PlayerCommand | undefined;
      for (const command of commands) if (!pairOne(command)) first ??= command; // the names of the rest count, too
      return first;
    },
    /** True when the client was told nothing more. */
    isWhole: (): boolean => [...queues.values()].every((queue) => queue.length === 0),
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
