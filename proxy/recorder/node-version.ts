import { AcptapError } from '#core/errors.ts';

/** better-sqlite3's prebuilt binaries end the process without a word below this version, so it is looked at first. */
export const READER_NODE = '22.14.0';

/** True when this Node can load the database. */
export function canReadRecordings(version: string = process.versions.node): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [needMajor = 0, needMinor = 0] = READER_NODE.split('.').map(Number);
  return major > needMajor || (major === needMajor && minor >= needMinor);
}

/** @throws {AcptapError} `node-too-old`. */
export function requireReaderNode(): void {
  if (canReadRecordings()) return;
  throw new AcptapError(
    'node-too-old',
    `this is Node ${process.versions.node}; everything but "acptap run" needs Node >= ${READER_NODE}. What is recorded meanwhile waits in the spool folder`,
  );
}
