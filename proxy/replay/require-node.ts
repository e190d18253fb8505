/** The oldest Node for tests with replays, as in `engines` of package.json. */
const NEEDED = [22, 14] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1]))
  throw new Error(
    `acptap needs Node ${NEEDED.join('.')} or newer for replays in tests; this is ${process.versions.node}`,
  );
