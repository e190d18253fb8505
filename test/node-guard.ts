import { READER_NODE, canReadRecordings } from '../proxy/shim/reader-node.ts';

/** Started with too old a Node, the database's native module would end the test process without a word. */
export default function guard(): void {
  if (canReadRecordings()) return;
  throw new Error(
    `the tests need Node >= ${READER_NODE}, this is ${process.versions.node}: start them with npm test, which brings its own`,
  );
}
