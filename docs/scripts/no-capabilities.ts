// Tells the agent that the client can neither write files nor run terminals. Shows how the agent works without them.
import { defineScript } from 'acptap/script';

export default defineScript({
  frame(frame) {
    if (frame.kind !== 'request' || frame.method !== 'initialize') return undefined;
    const { clientCapabilities = {} } = frame.params;
    const fs = { ...clientCapabilities.fs, writeTextFile: false };
    return frame.withParams({
      ...frame.params,
      clientCapabilities: { ...clientCapabilities, fs, terminal: false },
    });
  },
});
