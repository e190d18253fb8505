import type { Command } from '../page/commands.ts';

/** Commands that use the selected entry or start from it. */
const ABOUT_SELECTION: ReadonlySet<Command> = new Set([
  'down',
  'up',
  'page-down',
  'page-up',
  'first',
  'last',
  'open',
  'in',
  'out',
  'pair',
  'next-error',
  'previous-error',
  'next-turn',
  'previous-turn',
  'next-session',
  'previous-session',
  'next-hit',
  'previous-hit',
  'menu',
  'mark',
  'comment',
  'next-mark',
  'difference',
  'copy',
  'copy-as',
]);

/** Commands that add up while the row that they lead to is being fetched. */
const MOVES: ReadonlySet<Command> = new Set(['down', 'up', 'page-down', 'page-up']);

/**
 * Queues commands while a search for another entry is running. Keys come faster than the server answers, and they mean
 * the entry that the search will select. Runs them in order once that entry is selected and its row is known.
 */
export function createCommandQueue() {
  const waiting: (() => void)[] = [];
  let onTheWay = 0;
  let moves = 0;

  const goOn = () => {
    const run = onTheWay === 0 ? waiting.shift() : undefined;
    if (!run) return;
    run(); // may start another search: then the rest wait for it
    goOn();
  };

  return {
    /** Holds commands back until `going` settles; during a move, not other moves. Never rejects. */
    lead: async (going: Promise<unknown>, isMove = false): Promise<void> => {
      onTheWay++;
      if (isMove) moves++;
      await going.catch(() => {}); // the caller reports errors
      onTheWay--;
      if (isMove) moves--;
      goOn();
    },
    /** Runs a command at once, or after the pending searches if it needs the selected entry. */
    whenThere: (command: Command, run: () => void): void => {
      const addsUp = MOVES.has(command) && waiting.length === 0 && moves === onTheWay;
      if (addsUp || !ABOUT_SELECTION.has(command)) return run();
      waiting.push(run);
      goOn();
    },
    /** Drops the waiting commands, because the user went elsewhere. */
    forget: (): void => void waiting.splice(0),
  };
}
