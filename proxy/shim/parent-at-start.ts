/** Our parent, read before anything else is loaded: a client may end within milliseconds of starting us. */
export const parentAtStart = process.ppid;
