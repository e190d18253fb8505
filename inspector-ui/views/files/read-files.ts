import { MAX_FILES, type FilesWindow } from '#core/model/files.ts';
import { isFile } from './files-rows.ts';

/**
 * Reads the first `count` files of a recording, and more up to the file in the address. Without such a file, reads at most
 * `count`.
 */
export async function readFiles(
  ask: (from: number, count: number) => Promise<FilesWindow>,
  count: number,
  named: string | undefined,
): Promise<FilesWindow> {
  let window = await ask(0, Math.min(count, MAX_FILES));
  const isNamed = ({ files }: FilesWindow) => files.some(({ path }) => isFile(path, named));
  const isEnough = () =>
    window.files.length >= window.total || (window.files.length >= count && (named === undefined || isNamed(window)));
  while (!isEnough()) {
    const { files } = await ask(window.files.length, MAX_FILES);
    if (files.length === 0) break;
    window = { ...window, files: [...window.files, ...files] };
  }
  return named === undefined || isNamed(window) ? window : { ...window, files: window.files.slice(0, count) };
}
