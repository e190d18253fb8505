/** Names that the conforming peers use. */
export const APP = '/home/me/app';
export const SESSION = 'today';
export const FILE = `${APP}/src/greeting.ts`;
export const TERMINAL = 'terminal-1';
