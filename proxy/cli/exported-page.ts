import { createGzip } from 'node:zlib';
import { pipeline, Readable } from 'node:stream';

/** The placeholder for the recording in the page of scripts/offline-page.ts. */
const PLACE = '<!--acptap:recording-->';

/**
 * Yields a page with a recording in pieces: compressed and in base64, so that no content can be taken for HTML. `lines`
 * are those of the recording file.
 */
export async function* exportedPage(template: string, id: string, lines: Iterable<string>): AsyncGenerator<string> {
  const [before, after] = template.split(PLACE);
  if (before === undefined || after === undefined) throw new Error('the page has no place for a recording');
  yield `${before}<script type="application/gzip" id="recording" data-recording="${escaped(id)}">`;
  yield* inBase64(packed(lines));
  yield `</script>${after}`;
}

/** The packed recording of a page that `exportedPage` wrote, in base64; undefined for another page. */
export const recordingInPage = (page: string): string | undefined =>
  /<script type="application\/gzip" id="recording" data-recording="[^"]*">(?<base64>[A-Za-z0-9+/=]*)<\/script>/.exec(
    page,
  )?.groups?.['base64'];

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

const escaped = (text: string): string =>
  text.replaceAll(/[&"<>]/g, (char) => `&#${char.charCodeAt(0)};`).replaceAll(/\p{Cc}/gu, '\u{fffd}');
