import { setImmediate as rest } from 'node:timers/promises';
import { createFileBackend } from '../../inspector-ui/backends/file.ts';
import { createNoServer } from '../../inspector-ui/backends/no-server.ts';

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

/** A file that the user picked. */
export const picked = (name: string, content: Uint8Array | string, size = 50_000) => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { name, chunks: () => inPieces(bytes, size), progress: () => 0.5 };
};

const ports = {
  rest: () => rest(),
  now: () => performance.now(),
  loadRegexes: async () => (await import('../../proxy/regex/linear-regex.ts')).compileRegex,
  urlOf: () => 'blob:of-the-page',
};

/** A page without a server. */
export const page = (other: Partial<typeof ports> = {}) => createFileBackend(createNoServer(), { ...ports, ...other });
