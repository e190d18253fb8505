import type { PickedFile } from './file.ts';

/** Base64 characters decoded at a time: a multiple of four. */
const PIECE = 64 * 1024;

/** Reads the recording embedded in an exported page: gzip in base64, in an element that is not a script. */
export function embeddedFile(element: HTMLElement | null): { readonly file: PickedFile; readonly id: string } {
  const base64 = element?.textContent ?? '';
  let from = 0;

  async function* chunks(): AsyncGenerator<Uint8Array> {
    const packed = new ReadableStream<BufferSource>({
      pull(controller) {
        if (from >= base64.length) return controller.close();
        const binary = atob(base64.slice(from, from + PIECE));
        from += PIECE;
        return controller.enqueue(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
      },
    });
    const reader = packed.pipeThrough(new DecompressionStream('gzip')).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  }

  const progress = () => Math.min(from / Math.max(base64.length, 1), 1);
  return { id: element?.dataset['recording'] ?? '', file: { name: 'the recording of this page', chunks, progress } };
}
