import { DEFAULTS, type PlayOptions } from './options.ts';
import type { FrameHook } from './frame-hook.ts';
import { createPairing } from './pairing.ts';
import type { PlayerCommand } from './play.ts';
import { createPlayer, type Player } from './player.ts';
import type { Script } from './script.ts';
import { toTold, type Told } from './told.ts';

/** One of several recordings to play. */
export interface Branch {
  /** What it is called in the report. */
  readonly name: string | null;
  readonly script: Script;
}

/** A client that has gone on for so many differences is no client of another recording: it would be told all of it again each time. */
const MOST_TRIED = 100;

/** What the client did, and when. */
type Event =
  | { readonly kind: 'receive'; readonly frame: Uint8Array; readonly now: number }
  | { readonly kind: 'start'; readonly now: number };

/** What has happened so far. */
interface Past {
  readonly events: Event[];
  readonly told: Told[];
}

/** The part of a player that its caller needs. */
export type Playing = Pick<
  Player,
  | 'start'
  | 'receive'
  | 'hearPart'
  | 'advance'
  | 'close'
  | 'finish'
  | 'isThrough'
  | 'next'
  | 'isBehind'
  | 'report'
  | 'journal'
  | 'awaited'
  | 'upcoming'
>;

/**
 * Plays the first recording. Where the client does something that this recording does not have, another recording takes over. It must have
 * that, and must have told the client the same up to there, as far as a choice may depend on it (`toTold`): the agent's words are not compared.
 * Names of sessions and tool calls stay those that the client knows. `most` is as for a player; a recording that takes over tells what it
 * has to at once.
 */
export function createBranches(
  branches: readonly Branch[],
  options: Partial<PlayOptions>,
  most = Number.POSITIVE_INFINITY,
  hook?: FrameHook,
): Playing {
  const [first] = branches;
  if (!first) throw new Error('nothing to play');
  let player = createPlayer(first.script, options, first.name, most);
  player.intercept(hook);
  if (branches.length === 1) return player;

  const past: Past = { events: [], told: [] };
  const { events, told } = past;
  const refused = new Set<string>();
  let current = first;
  let isFinishing = false;

  function note(commands: readonly PlayerCommand[]): readonly PlayerCommand[] {
    for (const command of commands) {
      const one = command.kind === 'send' || command.kind === 'dropped' ? toTold(recordedBytes(command)) : undefined;
      if (one) told.push(one);
    }
    return commands;
  }

  const nameOf = (branch: Branch) => branch.name ?? `recording ${branches.indexOf(branch) + 1}`;

  return {
    start(now) {
      events.push({ kind: 'start', now });
      return note(player.start(now));
    },
    receive(frame, now) {
      const [before, wasHolding] = [player.divergences(), player.isHolding()];
      const commands = player.receive(frame, now);
      const isOff = before < MOST_TRIED && (player.divergences() > before || (player.isHolding() && !wasHolding));
      const reasons: string[] = [];
      for (const branch of isOff ? branches.filter((one) => one !== current) : []) {
        const trial = change(branch, past, frame, now, options);
        const changed = hook && 'player' in trial ? change(branch, past, frame, now, options, hook) : trial;
        if (!('player' in changed)) {
          if (changed.refused !== undefined) reasons.push(`${nameOf(branch)} ${changed.refused}`);
          continue;
        }
        current = branch;
        player = changed.player;
        events.push({ kind: 'receive', frame, now });
        return note([...changed.commands, ...(isFinishing ? player.finish(now) : [])]);
      }
      for (const reason of reasons) refused.add(reason);
      events.push({ kind: 'receive', frame, now });
      return note(commands);
    },
    hearPart: (isOfLine, now) => player.hearPart(isOfLine, now),
    advance: (now) => note(player.advance(now)),
    close: (now, isReading) => note(player.close(now, isReading)),
    finish(now) {
      isFinishing = true;
      return note(player.finish(now));
    },
    isThrough: () => player.isThrough(),
    next: () => player.next(),
    awaited: () => player.awaited(),
    upcoming: () => player.upcoming(),
    isBehind: (now) => player.isBehind(now),
    journal: () => player.journal(),
    report() {
      const report = player.report();
      return {
        ...report,
        // an answer of which it turned out later that it was none needs no branch
        notes: report.divergences.length === 0 ? report.notes : [...report.notes, ...refused],
        recording: first.name,
        branch: current === first ? null : nameOf(current),
      };
    },
  };
}

/** What another recording would have told, too. */
const recordedBytes = (command: Extract<PlayerCommand, { kind: 'send' | 'dropped' }>): Uint8Array =>
  command.kind === 'send' ? (command.recorded ?? command.bytes) : command.bytes;

/** Another recording, told all that the client did: a player that may take over with these commands, or why it may not. */
function change(
  { script, name }: Branch,
  { events, told }: Past,
  frame: Uint8Array,
  now: number,
  options: Partial<PlayOptions>,
  hook?: FrameHook,
): { readonly player: Player; readonly commands: readonly PlayerCommand[] } | { readonly refused?: string } {
  const { speed, maxGap, settleAfterNew } = { ...DEFAULTS, ...options };
  const player = createPlayer(script, { ...options, speed: 'instant', settleAfterNew: 0 }, name);
  const pairing = createPairing(told, player);
  let other: PlayerCommand | undefined;
  for (const event of events) {
    const commands = event.kind === 'start' ? player.start(event.now) : player.receive(event.frame, event.now);
    if (player.divergences() > 0) return {};
    const differing = pairing.differs(commands);
    other ??= differing;
  }
  const isLess = !pairing.isWhole();
  player.pace({ speed, maxGap, settleAfterNew });
  const { unused } = player.report();
  player.intercept(hook); // only of a recording that is known to go on: a hook may count what it sees
  const commands = player.receive(frame, now);
  if (player.divergences() > 0 || player.isHolding()) return {};
  if (!other && !isLess) return { player, commands: [...pairing.ahead(), ...commands] };
  const left = new Set(player.report().unused);
  const choice = unused.find((seq) => !left.has(seq));
  if (choice === undefined) return {};
  const place = other?.kind === 'send' && other.seq !== null ? ` (entry ${other.seq})` : '';
  const why = other ? `told the client something else before${place}` : 'told the client less before';
  return { refused: `has that choice (entry ${choice}) but ${why}` };
}
