import { AcptapError } from '#core/errors.ts';
import type { Entry } from '#core/wire/entry.ts';
import { startAgent, type OutputLimits } from '../../agent-process/agent-process.ts';
import type { PermissionPolicy } from '../../replay/drive/decisions.ts';
import { createDriver, type Drive } from '../../replay/drive/driver.ts';
import { createRecordedClient, type Workspace } from '../../replay/drive/recorded-client.ts';
import type { PreparedDrive } from '../../replay/drive/prepare.ts';
import { signalGroup } from '../../shim/process-identity.ts';
import { warn } from '../output/output.ts';
import { startAgentWarden } from '../warden.ts';

/** The conversation with the live agent. */
export interface LiveConversation {
  readonly drive: Drive;
  readonly entries: readonly Entry[];
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

export interface DriveAgentOptions {
  readonly permissions: PermissionPolicy;
  /** How long the agent may be silent, in milliseconds. */
  readonly timeout: number;
  readonly workspace?: Workspace;
  /** Limits of the agent's output. Default: enough for whole sessions. */
  readonly bounds?: OutputLimits;
  /** Registers what to do when a signal ends us. */
  readonly onSignal: (act: () => void) => void;
}

/** Limit for a runaway agent. A drive may contain whole sessions. */
const BOUNDS: OutputLimits = { bytes: 1024 * 1024 * 1024, entries: 2_000_000 };

const FLOODED = 'was ended by acptap, because it said too much,';

/**
 * Starts the agent, plays the recorded client to it, and always ends it with its process group. Does not search for
 * processes that left the group (`setsid`). Its stderr goes to ours.
 */
export async function driveAgent(
  command: readonly [string, ...string[]],
  { plan, names }: PreparedDrive,
  { permissions, timeout, workspace, bounds = BOUNDS, onSignal }: DriveAgentOptions,
): Promise<LiveConversation> {
  const ports = {
    write: (frame: Uint8Array) => agent.write(frame),
    now: () => performance.now(),
    after(ms: number, expired: () => void) {
      let look: NodeJS.Immediate | undefined;
      // First reads what the agent wrote while we were busy: it may not have been silent.
      const timer = setTimeout(() => (look = setImmediate(expired)), ms);
      return () => {
        clearTimeout(timer);
        clearImmediate(look);
      };
    },
    onWaiting: (words: string) => warn(`drive waits for ${words} (--timeout)`),
    answer: createRecordedClient(plan.asked, names, { permissions, ...(workspace ? { workspace } : {}) }),
  };
  const driver = createDriver(plan, names, ports, { timeout });
  const agent = startAgent(
    command,
    (entry) => {
      if (entry.kind === 'stderr') process.stderr.write(entry.bytes);
      driver.takeEntry(entry);
    },
    bounds,
    {
      onOutput() {
        // ending it may take a while, and must not count as silence
        if (agent.isFlooding()) driver.agentEnded(FLOODED);
        else driver.takeOutput();
      },
    },
  );
  const { identity } = agent;
  const warden = identity && startAgentWarden(identity);
  if (identity) onSignal(() => signalGroup(identity, 'SIGTERM'));
  void agent.ended.then(({ failure, code, signal }) => {
    if (failure !== undefined) return driver.giveUp(`the agent could not be started: ${failure}`);
    const how = signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
    return driver.agentEnded(agent.isFlooding() ? FLOODED : how);
  });
  if (identity) driver.begin();
  const drive = await driver.finished;
  await agent.stop();
  warden?.finish(true); // no process is left
  const { failure } = await agent.ended;
  if (failure !== undefined) throw new AcptapError('usage', `the agent could not be started: ${failure}`);
  return { drive, entries: agent.entries, startedAt: agent.startedAt };
}
