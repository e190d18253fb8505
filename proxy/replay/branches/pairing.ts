import { mapStrings } from '#core/json/json-strings.ts';
import { idKindByEnding } from '#core/protocol/run-ids.ts';
import { decodeUtf8, encodeUtf8 } from '#core/wire/bytes.ts';
import type { PlayerCommand } from '../player/play.ts';
import type { Player } from '../player/player.ts';
import { isSameChoiceContext, keyOfSession, toChoiceContext, type ChoiceContext } from './choice-context.ts';

/**
 * Compares the lines that another recording would have sent with the lines that the client received, where a choice may
 * depend on them. Also learns which names differ.
 */
export function createPairing(contexts: readonly ChoiceContext[], { knownAs }: Player) {
  const queues = Map.groupBy(contexts, ({ key }) => key);
  const toLive = new Map<string, string>();
  const toRecorded = new Map<string, string>();
  const ahead: PlayerCommand[] = [];

  function rename(recorded: string, live: string, member: string): boolean {
    if (recorded === live && toRecorded.has(live)) return true; // already sent under the client's name
    if ((toLive.get(recorded) ?? live) !== live || (toRecorded.get(live) ?? recorded) !== recorded) return false;
    toLive.set(recorded, live);
    toRecorded.set(live, recorded);
    if (recorded === live) return true;
    if (idKindByEnding(member) === 'session') knownAs.session(recorded, live);
    else knownAs.name(recorded, live);
    return true;
  }

  function pairOne(command: PlayerCommand): boolean {
    const one = command.kind === 'send' ? toChoiceContext(command.bytes) : undefined;
    if (!one) {
      if (ahead.length > 0 && command.kind === 'send') ahead.push(command); // follows a message not yet sent
      return true;
    }
    const key = one.session === undefined ? one.key : keyOfSession(toLive.get(one.session) ?? one.session);
    const other = queues.get(key)?.shift();
    if (!other) {
      ahead.push(command);
      return true;
    }
    const isSame = isSameChoiceContext(one.message, other.message, rename);
    if (one.message.kind === 'request' && other.message.kind === 'request')
      knownAs.request(one.message.id, other.message.id); // even with other text: the client may answer this request
    return isSame;
  }

  return {
    /** The first command with another content for the client; undefined when all are the same. */
    differs(commands: readonly PlayerCommand[]): PlayerCommand | undefined {
      let first: PlayerCommand | undefined;
      for (const command of commands) if (!pairOne(command)) first ??= command; // learns the names of the rest too
      return first;
    },
    /** True when each message that the client received has a counterpart. */
    isWhole: (): boolean => [...queues.values()].every((queue) => queue.length === 0),
    /** The messages that the client has not received yet, with the client's names. */
    ahead: (): readonly PlayerCommand[] =>
      ahead.map((command) =>
        command.kind === 'send' ? { ...command, bytes: rewrite(command.bytes, toLive) } : command,
      ),
  };
}

function rewrite(bytes: Uint8Array, names: ReadonlyMap<string, string>): Uint8Array {
  const text = mapStrings(decodeUtf8(bytes) ?? '', (value, path) =>
    idKindByEnding(path.at(-1) ?? '') === undefined ? value : (names.get(value) ?? value),
  );
  return encodeUtf8(text);
}
