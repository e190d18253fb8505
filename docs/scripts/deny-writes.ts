// Refuses to write files outside the folder of the session.
import { relative, isAbsolute } from 'node:path';
import { defineScript } from 'acptap/script';

export default defineScript({
  onFailure: 'refuse', // a guard that fails must not open the door
  frame(frame, wire) {
    if (frame.kind !== 'request' || frame.method !== 'fs/write_text_file') return undefined;
    const session = wire.session(frame.sessionId);
    if (session && isInside(frame.params.path, session.cwd)) return undefined;
    return wire.answer(frame, { error: { code: -32000, message: 'writing outside the project is not allowed' } });
  },
});

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path); // links are not followed
  return isAbsolute(path) && way !== '..' && !/^\.\.[\\/]/.test(way) && !isAbsolute(way);
}
