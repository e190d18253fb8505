import { decodeUtf8, encodeUtf8 } from '#core/wire/bytes.ts';
import { mapStrings } from '#core/wire/json-strings.ts';
import { DEFAULTS, type PlayOptions } from './options.ts';
import type { PlayerCommand } from './play.ts';
import { createPlayer, type Player } from './player.ts';
import type { Script } from './script.ts';
import { isName, isSameTold, keyOfSession, toTold, type Told } from './told.ts';

/** One of several recordings to play. */
export interface Branch {
  /** What it is called in the report. */
  readonly name: string | null;
  readonly script: Script;
}

/** What the client did, and when. */
type Event =
  | { readonly kind: 'receive'; readonly frame: Uint8Array; readonly now: number }
  | { readonly kind: 'start'; readonly now: number };

/** The part of a player that its caller needs. */
export type Playing = Pick<
  Player,
  'start' | 'receive' | 'advance' | 'close' | 'finish' | 'next' | 'isBehind' | 'report' | 'waitsByHand'
>;

/**
 * Plays the first recording. Where the client does what it does not have, another recording goes on that has it and that would have
 * told the client the same up to there: names of sessions, tool calls and messages stay those that the client knows. `most` is as for a
 * player; a recording that takes over tells what it has to at once.
 */
export function createBranches(
  branches: readonly Branch[],
  options: Partial<PlayOptions>,
  most = Number.POSITIVE_INFINITY,
): Playing {
  const [first] = branches;
  if (!first) throw new Error('nothing to play');
  if (branches.length === 1) return createPlayer(first.script, options, first.name, most);

  const events: Event[] = [];
  const told: Told[] = [];
  let current = first;
  let isFinishing = false;
  let player = createPlayer(first.script, options, first.name, most);

  function note(commands: readonly PlayerCommand[]): readonly PlayerCommand[] {
    for (const command of commands) {
      const one = command.kind === 'send' ? toTold(command.bytes) : undefined;
      if (one) told.push(one);
    }
    return commands;
  }

  return {
    start(now) {
      events.push({ kind: 'start', now });
      return note(player.start(now));
    },
    receive(frame, now) {
      const [before, wasHolding] = [player.divergences(), player.isHolding()];
      const commands = player.receive(frame, now);
      if (player.divergences() > before || (player.isHolding() && !wasHolding))
        for (const branch of branches) {
          const changed = branch === current ? undefined : change(branch, events, told, frame, now, options);
          if (!changed) continue;
          current = branch;
          player = changed.player;
          events.push({ kind: 'receive', frame, now });
          return note([...changed.commands, ...(isFinishing ? player.finish(now) : [])]);
        }
      events.push({ kind: 'receive', frame, now });
      return note(commands);
    },
    advance: (now) => note(player.advance(now)),
    close: (now, isReading) => note(player.close(now, isReading)),
    finish(now) {
      isFinishing = true;
      return note(player.finish(now));
    },
    next: () => player.next(),
    waitsByHand: () => player.waitsByHand(),
    isBehind: (now) => player.isBehind(now),
    report: () => ({
      ...player.report(),
      recording: first.name,
      branch: current === first ? null : (current.name ?? `recording ${branches.indexOf(current) + 1}`),
    }),
  };
}

/** Another recording, told all that the client did: a player that may take over with these commands, or undefined. */
function change(
  { script, name }: Branch,
  events: readonly Event[],
  told: readonly Told[],
  frame: Uint8Array,
  now: number,
  options: Partial<PlayOptions>,
): { readonly player: Player; readonly commands: readonly PlayerCommand[] } | undefined {
  const { speed, maxGap, settleAfterNew } = { ...DEFAULTS, ...options };
  const player = createPlayer(script, { ...options, speed: 'instant', settleAfterNew: 0 }, name);
  const pairing = createPairing(told, player);
  for (const event of events) {
    const commands = event.kind === 'start' ? player.start(event.now) : player.receive(event.frame, event.now);
    if (player.divergences() > 0 || !pairing.pair(commands)) return undefined;
  }
  if (!pairing.isWhole()) return undefined;
  player.pace({ speed, maxGap, settleAfterNew });
  const commands = player.receive(frame, now);
  return player.divergences() > 0 || player.isHolding()
    ? undefined
    : { player, commands: [...pairing.ahead(), ...commands] };
}

function rewrite(bytes: Uint8Array, names: ReadonlyMap<string, string>): Uint8Array {
  const text = mapStrings(decodeUtf8(bytes) ?? '', (value, path) =>
    isName(path.at(-1) ?? '') ? (names.get(value) ?? value) : value,
  );
  return encodeUtf8(text);
}

/** Compares what another recording would have told the client with what it was told, and learns what is called differently. */
function createPairing(told: readonly Told[], { knownAs }: Player) {
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
    if (!one) return true;
    const key = one.session === undefined ? one.key : keyOfSession(toLive.get(one.session) ?? one.session);
    const other = queues.get(key)?.shift();
    if (!other) {
      ahead.push(command);
      return true;
    }
    if (!isSameTold(one.message, other.message, rename)) return false;
    if (one.message.kind === 'request' && other.message.kind === 'request')
      knownAs.request(one.message.id, other.message.id);
    return true;
  }

  return {
    /** False when the client was told something else. */
    pair: (commands: readonly PlayerCommand[]): boolean => commands.every(pairOne),
    /** True when the client was told nothing more. */
    isWhole: (): boolean => [...queues.values()].every((queue) => queue.length === 0),
    /** What the client has not been told yet, in the names that it knows by now. */
    ahead: (): readonly PlayerCommand[] =>
      ahead.map((command) =>
        command.kind === 'send' ? { ...command, bytes: rewrite(command.bytes, toLive) } : command,
      ),
  };
}
