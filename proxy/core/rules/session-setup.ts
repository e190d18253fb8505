/** The requests that bring a session, and so say where it works and with what. */
const METHODS = new Set(['session/new', 'session/load', 'session/resume', 'session/fork']);

export const isSessionSetup = (method: string): boolean => METHODS.has(method);
