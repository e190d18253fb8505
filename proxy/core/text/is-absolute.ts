/**
 * True for a path that is absolute on any system: Linux and macOS, or Windows with a drive or a share. The agent may run
 * on another system than acptap. A URL is not a path.
 */
export const isAbsolute = (path: string): boolean => /^(?:\/|[a-z]:[/\\]|\\\\[^\\])/i.test(path);
