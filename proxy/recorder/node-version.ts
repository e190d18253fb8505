import { AcptapError } from '#core/errors.ts';
import { canReadRecordings, READER_NODE } from '../shim/reader-node.ts';

/** @throws {AcptapError} `node-too-old`. */
export function requireReaderNode(): void {
  if (canReadRecordings()) return;
  throw new AcptapError(
    'node-too-old',
    `this is Node ${process.versions.node}; everything but "acptap run" needs Node >= ${READER_NODE}. What is recorded meanwhile waits in the spool folder`,
  );
}
