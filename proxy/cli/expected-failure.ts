import { AcptapError } from '#core/errors.ts';
import { fileError } from '../replay/playbook/file-error.ts';
import { dataFolder } from '../shim/data-folder.ts';
import { ForeignFileError } from '../shim/own-data.ts';
import { asStoreError, errorCode } from '../store/connection/store-error.ts';

/** SQLite errors with causes outside of acptap, such as a full disk. Others are bugs of acptap. */
const OF_THE_WORLD = /^SQLITE_(?:BUSY|CANTOPEN|CORRUPT|FULL|IOERR|LOCKED|NOTADB|PERM|PROTOCOL|READONLY)/;

/** The error as a failure of the world, in words. Undefined for bugs. */
export function expectedFailure(cause: unknown): AcptapError | undefined {
  if (cause instanceof AcptapError) return cause;
  if (!(cause instanceof ForeignFileError) && !OF_THE_WORLD.test(errorCode(cause) ?? '')) return fileError(cause);
  return asStoreError(cause, dataFolder().database) as AcptapError; // always one, for these errors
}
