import { toVisibleLine } from './visible-segments.ts';

/** For reading, not for pasting into a shell. */
export const toCommandLine = (command: readonly string[]): string => toVisibleLine(command.map(quoted).join(' '));

const quoted = (word: string) => (/^[\w@%+=:,./\\-]+$/.test(word) ? word : JSON.stringify(word));
