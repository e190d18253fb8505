import { nextTurn } from './clock.ts';
import type { Clock } from '../model/clock.ts';
import type { PlayerCommand } from '../player/play.ts';
import type { PlayerView } from '../player/player-view.ts';

interface PlaybackPorts {
  readonly clock: Clock;
  readonly execute: (command: Exclude<PlayerCommand, { readonly kind: 'end' }>) => void;
  /** False while the client has much to read. */
  readonly hasRoom: () => boolean;
  /** Whether faults keep frames back, or have lost an answer: then the client is not through. */
  readonly isWireBusy: () => boolean;
  /** Called after each step. */
  readonly onStep: () => void;
  readonly onEnd: () => void;
}

/** Runs a player on a clock: executes its commands when they are due and the client reads. */
export function createPlayback(player: PlayerView, ports: PlaybackPorts) {
  const { clock, hasRoom, isWireBusy, onStep, onEnd } = ports;
  let isOver = false;
  let isFull = false; // more frames are due than the client reads
  let cancelTimer = () => {};
  let cancelLastTurn = () => {};
  let waiting: (() => void)[] = []; // messages that wait until the client has read

  const isBehind = () => !isOver && player.isBehind(clock.now());
  const mustWait = () => isFull && !isOver;

  function execute(commands: readonly PlayerCommand[]): void {
    for (const command of commands)
      if (command.kind === 'end') end();
      else ports.execute(command);
  }

  /** Executes these commands, then those that become due. Stops while the client does not read. */
  function proceed(commands: readonly PlayerCommand[] = []): void {
    execute(commands);
    isFull = false;
    while (isBehind() && !(isFull = !hasRoom())) execute(player.advance(clock.now()));
    scheduleStep();
    endWhenThrough();
    onStep();
    if (!isFull) release();
  }

  function release(): void {
    const released = waiting;
    waiting = [];
    for (const proceedWith of released) proceedWith();
  }

  function scheduleStep(): void {
    cancelTimer();
    const due = isOver || isFull ? undefined : player.next();
    if (due === undefined || due === Number.POSITIVE_INFINITY) return;
    cancelTimer = clock.after(Math.max(0, due - clock.now()), () => proceed(player.advance(clock.now())));
  }

  /** Ends when both sides have said everything. The client may react to its last read, so it gets one more turn. */
  function endWhenThrough(): void {
    cancelLastTurn();
    if (isOver || isFull || !player.isThrough() || isWireBusy()) return;
    cancelLastTurn = nextTurn(() => proceed(player.close(clock.now(), false)));
  }

  function end(): void {
    if (isOver) return;
    isOver = true;
    cancelTimer();
    onEnd();
  }

  return {
    proceed,
    /** Ends the replay with these commands. */
    endWith(commands: readonly PlayerCommand[]): void {
      execute(commands);
      end();
      release();
    },
    /** Waits until the client could have read the sent lines, so that its pace does not change the replay. */
    async caughtUp(): Promise<void> {
      if (isBehind()) proceed();
      while (mustWait()) await new Promise<void>((done) => waiting.push(done));
    },
    isOver: (): boolean => isOver,
    /** More frames are due than the client reads. */
    isFull: (): boolean => isFull,
  };
}
