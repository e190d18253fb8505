import { createGzip } from 'node:zlib';
import { pipeline, Readable } from 'node:stream';

/** Where the recording stands in the page that scripts/offline-page.ts makes. */
const PLACE = '<!--acptap:recording-->';

/**
 * A page with a recording in it, piece by piece: packed, and in base64, so that nothing of it can be taken for a part of the page.
 * `lines` are those of the recording file.
 */
export async function* exportedPage(template: string, id: string, lines: Iterable<string>): AsyncGenerator<string> {
  const [before, after] = template.split(PLACE);
  if (before === undefined || after === undefined) throw new Error('the page has no place for a recording');
  yield `${before}<script type="application/gzip" id="recording" data-recording="${escaped(id)}">`;
  yield* inBase64(packed(lines));
  yield `</script>${after}`;
}

function packed(lines: Iterable<string>): AsyncIterable<Buffer> {
  // What goes wrong is thrown where the pieces are read.
  return pipeline(Readable.from(lines, { objectMode: true }), createGzip({ level: 9 }), () => {});
}

/** Three bytes are four characters: what is over waits for the next piece. */
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
