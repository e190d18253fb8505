/** The bytes that wait for a client that reads slowly, in its stream and again in a wire with faults. */
export const READY_BYTES = 256 * 1024;

/** The client's input: a stream of what the agent writes. */
export function createClientInput(onRoom: () => void, onCancel: () => void) {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let isOpen = true;

  const readable = new ReadableStream<Uint8Array>(
    {
      start: (given) => void (controller = given),
      pull: onRoom,
      cancel() {
        isOpen = false;
        onCancel();
      },
    },
    { highWaterMark: READY_BYTES, size: (chunk) => chunk.byteLength },
  );

  return {
    readable,
    /** Drops bytes after the end. */
    write(bytes: Uint8Array): void {
      if (isOpen) controller.enqueue(bytes);
    },
    shut(): void {
      if (isOpen) controller.close();
      isOpen = false;
    },
    /** False while the client has much to read. */
    hasRoom: (): boolean => !isOpen || (controller.desiredSize ?? 0) > 0,
  };
}
