/** The oldest Node for reading recordings: below it, better-sqlite3's prebuilt binaries crash silently. */
export const READER_NODE = '22.14.0';

/** True when this Node can load the database. */
export function canReadRecordings(version: string = process.versions.node): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [needMajor = 0, needMinor = 0] = READER_NODE.split('.').map(Number);
  return major > needMajor || (major === needMajor && minor >= needMinor);
}
