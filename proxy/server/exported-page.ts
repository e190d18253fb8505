import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { aroundContent } from '#core/share/offline-page.ts';

/**
 * Yields a page with a recording or its stats in pieces, compressed and in base64. `lines` are those of the recording
 * file, or the stats as JSON.
 */
export async function* exportedPage(
  template: string,
  id: string,
  lines: Iterable<string>,
  content: 'recording' | 'stats' = 'recording',
): AsyncGenerator<string> {
  const [before, after] = aroundContent(template, id, content);
  yield before;
  yield* inBase64(packed(lines));
  yield after;
}

/** A page that `exportedPage` wrote, taken apart. */
interface PageParts {
  /** The recording, packed and in base64. */
  readonly recording: string;
  /** The rest of the page. Of the page's own code it has only the line ends. */
  readonly rest: string;
}

/** Undefined for another page. The page's policy lists the hashes of its own code: other code stays in `rest`. */
export function readExportedPage(page: string): PageParts | undefined {
  const recording = RECORDING.exec(page)?.groups?.['base64'];
  if (recording === undefined) return undefined;
  const rest = page
    .replace(recording, '')
    .replaceAll(/(?<=<(?:style|script type="module")>)[^]*?(?=<\/(?:style|script)>)/g, (code) =>
      page.includes(`'sha256-${createHash('sha256').update(code, 'latin1').digest('base64')}'`)
        ? code.replaceAll(/[^\n]+/g, '')
        : code,
    );
  return { recording, rest };
}

const RECORDING =
  /<script type="application\/gzip" id="recording" data-recording="[^"]*">(?<base64>[A-Za-z0-9+/=]*)<\/script>/;

function packed(lines: Iterable<string>): AsyncIterable<Buffer> {
  // Errors are thrown where the pieces are read.
  return pipeline(Readable.from(lines, { objectMode: true }), createGzip({ level: 9 }), () => {});
}

/** Encodes groups of three bytes; the rest waits for the next piece. */
async function* inBase64(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    const all = Buffer.concat([rest, piece]);
    const whole = all.length - (all.length % 3);
    yield all.toString('base64', 0, whole);
    rest = all.subarray(whole);
  }
  yield rest.toString('base64');
}
