import { sep } from 'node:path';

/** True for the folder itself and for folders below it. */
export const isInFolder = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
