import type { ReportedFault } from '../model/reported-fault.ts';

/** The way between a client and a replayed agent. */
export interface Wire {
  /** Takes a frame of the agent. */
  readonly send: (bytes: Uint8Array) => void;
  /** Takes a frame of the client. Resolves after the immediate deliveries to the agent. */
  readonly receive: (frame: Uint8Array) => Promise<void>;
  /** The agent has ended. Calls back when everything is delivered. */
  readonly end: (done: () => void) => void;
  /** The client has closed. */
  readonly close: () => void;
  /** Drops the waiting frames and all later ones. */
  readonly stop: () => void;
  readonly isEmpty: () => boolean;
  /** Bytes that wait for the client. */
  readonly size: () => number;
  /** A fault has muted or ended a side, so that no message is owed any more. */
  readonly hasEnding: () => boolean;
  /** The client has not received an answer of the agent, or cannot read it. */
  readonly hasLostAnswer: () => boolean;
  /** The client waits for what never comes, and the agent is still there. */
  readonly isHung: () => boolean;
  /** Which fault acted last, and on which frame, in words. */
  readonly latest: () => string | undefined;
  readonly report: () => readonly ReportedFault[];
}

/** A wire without faults: delivers everything at once. */
export const createPlainWire = ({
  toClient,
  toAgent,
  closeAgent,
}: {
  readonly toClient: (bytes: Uint8Array) => void;
  readonly toAgent: (frame: Uint8Array) => void;
  readonly closeAgent: () => void;
}): Wire => ({
  send: toClient,
  receive: async (frame) => toAgent(frame),
  end: (done) => done(),
  close: closeAgent,
  stop() {},
  isEmpty: () => true,
  size: () => 0,
  hasEnding: () => false,
  hasLostAnswer: () => false,
  isHung: () => false,
  latest: () => undefined,
  report: () => [],
});
