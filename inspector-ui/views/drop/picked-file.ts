import type { PickedFile } from '../../backends/file.ts';
import type { Inspector } from '../../state/shell/inspector.ts';

/** Opens files one after the other. Shows the last one that is a recording. */
export async function openFiles({ files, router }: Inspector, picked: readonly File[]): Promise<void> {
  let last: string | undefined;
  for (const file of picked) last = (await files.open(toPickedFile(file))) ?? last;
  if (last !== undefined) router.open(last);
}

function toPickedFile(file: File): PickedFile {
  let read = 0;

  async function* chunks(): AsyncGenerator<Uint8Array> {
    const reader = file.stream().getReader(); // not every browser can iterate a stream
    try {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        read += piece.value.length;
        yield piece.value;
      }
    } finally {
      await reader.cancel();
    }
  }

  return { name: file.name, chunks, progress: () => read / Math.max(file.size, 1) };
}
