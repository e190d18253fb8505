import type { Player } from './player.ts';

/** The members of a player that its caller needs. */
export type PlayerView = Pick<
  Player,
  | 'start'
  | 'receive'
  | 'receivePart'
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
  | 'droppedAnswer'
>;
