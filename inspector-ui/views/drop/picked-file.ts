import type { PickedFile } from '../../backends/file.ts';
import type { Inspector } from '../../state/shell/inspector.ts';

interface OpenPorts {
  readonly files: Pick<Inspector['files'], 'open'>;
  readonly router: Pick<Inspector['router'], 'route' | 'mark' | 'open'>;
}

/**
 * Opens files one after the other. Shows the last one that is a recording, unless the user has opened another one
 * meanwhile.
 */
export async function openFiles({ files, router }: OpenPorts, picked: readonly File[]): Promise<void> {
  const place = () => ({ mark: router.mark(), recording: router.route.peek().recording });
  const before = place();
  let last: string | undefined;
  for (const file of picked) last = (await files.open(toPickedFile(file))) ?? last;
  const now = place();
  const isElsewhere = now.mark !== before.mark && now.recording !== before.recording;
  if (last !== undefined && !isElsewhere) router.open(last);
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
