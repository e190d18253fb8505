import { aroundContent } from '#core/share/offline-page.ts';

/** Bytes encoded at a time: a multiple of three. */
const PIECE = 24 * 1024;

/** The page that needs no server with a recording in it, as `acptap export --format html` writes it. */
export async function pageWith(template: string, id: string, lines: string): Promise<Uint8Array> {
  const [before, after] = aroundContent(template, id);
  const packed = new Blob([lines]).stream().pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE) }, (_, at) =>
    btoa(String.fromCharCode(...bytes.subarray(at * PIECE, (at + 1) * PIECE))),
  );
  return new TextEncoder().encode([before, ...pieces, after].join(''));
}
