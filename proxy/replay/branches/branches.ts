import { DEFAULTS } from '../defaults.ts';
import type { PlayOptions } from '../model/play-options.ts';
import type { Playbook } from '../playbook/playbook.ts';
import type { FrameHook } from '../player/frame-hook.ts';
import type { PlayerCommand } from '../player/play.ts';
import type { PlayerView } from '../player/player-view.ts';
import { createPlayer, type Player } from '../player/player.ts';
import { toChoiceContext, type ChoiceContext } from './choice-context.ts';
import { createPairing } from './pairing.ts';

/** One of several recordings to play. */
export interface Branch {
  /** The name of the recording in the report. */
  readonly name: string | null;
  readonly playbook: Playbook;
}

/** After this many differences no other recording is tried: each try plays everything again. */
const MAX_TRIED = 100;

/** An action of the client, and its time. */
type Event = Received | { readonly kind: 'start'; readonly now: number };

interface Received {
  readonly kind: 'receive';
  readonly frame: Uint8Array;
  readonly now: number;
  /** The fault that wrote or changed the frame. */
  readonly fault: string | undefined;
}

/** The client's actions and the agent's messages so far, to check whether another recording can take over. */
interface Past {
  readonly events: Event[];
  readonly contexts: ChoiceContext[];
}

/**
 * Plays the first recording. When the client sends a message that this recording lacks, another recording takes over.
 * It must have that message. Its earlier messages that a choice may depend on must be the same (`toChoiceContext`); the
 * agent's words are not compared. Sessions and tool calls keep the names that the client knows. `most` is as for a
 * player. A recording that takes over sends its due messages at once.
 */
export function createBranches(
  branches: readonly Branch[],
  options: Partial<PlayOptions>,
  most = Number.POSITIVE_INFINITY,
  hook?: FrameHook,
): PlayerView {
  const [first] = branches;
  if (!first) throw new Error('nothing to play');
  let player = createPlayer(first.playbook, options, first.name, most);
  player.intercept(hook);
  if (branches.length === 1) return player;

  const past: Past = { events: [], contexts: [] };
  const { events, contexts } = past;
  const refused = new Set<string>();
  let current = first;
  let isFinishing = false;

  function note(commands: readonly PlayerCommand[]): readonly PlayerCommand[] {
    for (const command of commands) {
      const one =
        command.kind === 'send' || command.kind === 'dropped' ? toChoiceContext(recordedBytes(command)) : undefined;
      if (one) contexts.push(one);
    }
    return commands;
  }

  const nameOf = (branch: Branch) => branch.name ?? `recording ${branches.indexOf(branch) + 1}`;

  return {
    start(now) {
      events.push({ kind: 'start', now });
      return note(player.start(now));
    },
    receive(frame, now, fault) {
      const event: Received = { kind: 'receive', frame, now, fault };
      const [before, wasHolding] = [player.divergences(), player.isHolding()];
      const commands = player.receive(frame, now, fault);
      const isOff = before < MAX_TRIED && (player.divergences() > before || (player.isHolding() && !wasHolding));
      const reasons: string[] = [];
      for (const branch of isOff ? branches.filter((one) => one !== current) : []) {
        const trial = change(branch, past, event, options);
        const changed = hook && 'player' in trial ? change(branch, past, event, options, hook) : trial;
        if (!('player' in changed)) {
          if (changed.refused !== undefined) reasons.push(`${nameOf(branch)} ${changed.refused}`);
          continue;
        }
        current = branch;
        player = changed.player;
        events.push(event);
        return note([...changed.commands, ...(isFinishing ? player.finish(now) : [])]);
      }
      for (const reason of reasons) refused.add(reason);
      events.push(event);
      return note(commands);
    },
    receivePart: (isOfLine, now) => player.receivePart(isOfLine, now),
    advance: (now) => note(player.advance(now)),
    close: (now, isReading) => note(player.close(now, isReading)),
    finish(now) {
      isFinishing = true;
      return note(player.finish(now));
    },
    isThrough: () => player.isThrough(),
    next: () => player.next(),
    awaited: () => player.awaited(),
    droppedAnswer: () => player.droppedAnswer(),
    upcoming: () => player.upcoming(),
    isBehind: (now) => player.isBehind(now),
    journal: () => player.journal(),
    report() {
      const report = player.report();
      return {
        ...report,
        // an answer that turned out to be part of a cancel needs no branch
        notes: report.divergences.length === 0 ? report.notes : [...report.notes, ...refused],
        recording: first.name,
        branch: current === first ? null : nameOf(current),
      };
    },
  };
}

/** The recorded bytes of a frame that the test's `frame()` may have changed or dropped: other recordings have these. */
const recordedBytes = (command: Extract<PlayerCommand, { kind: 'send' | 'dropped' }>): Uint8Array =>
  command.kind === 'send' ? (command.recorded ?? command.bytes) : command.bytes;

/** Replays the client's messages to another recording. Returns its player, or the reason why it cannot take over. */
function change(
  { playbook, name }: Branch,
  { events, contexts }: Past,
  { frame, now, fault }: Received,
  options: Partial<PlayOptions>,
  hook?: FrameHook,
): { readonly player: Player; readonly commands: readonly PlayerCommand[] } | { readonly refused?: string } {
  const { speed, maxGap, settleAfterNew } = { ...DEFAULTS, ...options };
  const player = createPlayer(playbook, { ...options, speed: 'instant', settleAfterNew: 0 }, name);
  const pairing = createPairing(contexts, player);
  let other: PlayerCommand | undefined;
  for (const event of events) {
    const commands =
      event.kind === 'start' ? player.start(event.now) : player.receive(event.frame, event.now, event.fault);
    if (player.divergences() > 0) return {};
    const differing = pairing.differs(commands);
    other ??= differing;
  }
  const isLess = !pairing.isWhole();
  player.pace({ speed, maxGap, settleAfterNew });
  const { unused } = player.report();
  player.intercept(hook); // only for a recording that takes over: a hook may count its calls
  const commands = player.receive(frame, now, fault);
  if (player.divergences() > 0 || player.isHolding()) return {};
  if (!other && !isLess) return { player, commands: [...pairing.ahead(), ...commands] };
  const left = new Set(player.report().unused);
  const choice = unused.find((seq) => !left.has(seq));
  if (choice === undefined) return {};
  const place = other?.kind === 'send' && other.seq !== null ? ` (#${other.seq})` : '';
  const why = other ? `sent the client something else before${place}` : 'sent the client less before';
  return { refused: `has that choice (#${choice}) but ${why}` };
}
