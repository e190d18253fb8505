import type { Command } from './commands.ts';

/** Commands that are about the selected entry, or begin at it. */
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
  'next-mark',
  'difference',
  'copy',
  'copy-as',
]);

/**
 * Keys are pressed faster than a server answers: what is pressed while another entry is being looked for means the one that will be found.
 * Such commands wait, in their order, until it is selected and its row is known.
 */
export function createArrival() {
  const waiting: (() => void)[] = [];
  let onTheWay = 0;

  const goOn = () => {
    const run = onTheWay === 0 ? waiting.shift() : undefined;
    if (!run) return;
    run(); // which may lead elsewhere again: then the others wait for that
    goOn();
  };

  return {
    /** Something else is being led to until this settles, in whatever way. Never rejects. */
    lead: async (going: Promise<unknown>): Promise<void> => {
      onTheWay++;
      await going.catch(() => {}); // who looks says what was wrong
      onTheWay--;
      goOn();
    },
    /** Runs what a command does: at once, or when what it is about is there. */
    whenThere: (command: Command, run: () => void): void => {
      if (!ABOUT_SELECTION.has(command)) return run();
      waiting.push(run);
      goOn();
    },
    /** Nothing waits any more: one has gone elsewhere by hand. */
    forget: (): void => void waiting.splice(0),
  };
}
