import type { ControlState, ControlVerb } from '#core/contract/control.ts';
import { AcptapError } from '#core/errors.ts';
import { connectControl, controlIds, type ControlClient } from '../../intervene/control-client.ts';
import { dataFolder } from '../../shim/data-folder.ts';
import { ForeignFileError } from '../../shim/own-data.ts';
import { warn } from '../output/output.ts';

export const NOTHING_LIVE =
  'no agent runs that acptap may take part in: start one with acptap run --interactive or --break';

/** A running agent that acptap takes part in. */
export interface LiveAgent {
  readonly client: ControlClient;
  /** As it was when we connected. */
  readonly state: ControlState;
}

/** Connects to one running agent. Undefined if it has ended, or cannot be reached, which is printed. */
export async function connectAgent(
  id: string,
  verb: 'state' | 'watch',
  onTrouble: (text: string) => void = warn,
): Promise<LiveAgent | undefined> {
  try {
    const client = await connectControl(dataFolder(), id);
    if (!client) return undefined;
    const answer = await client.request({ do: verb });
    if (answer.ok && answer.state) return { client, state: answer.state };
    client.close();
    if (!answer.ok) onTrouble(answer.error);
  } catch (cause) {
    if (!(cause instanceof ForeignFileError)) throw cause;
    onTrouble(`${cause.message}: it is not used; remove it`);
  }
  return undefined;
}

/** Calls `use` with all running agents that can be reached, the newest first. Closes the connections. */
export async function withLiveAgents<T>(use: (agents: readonly LiveAgent[]) => Promise<T>): Promise<T> {
  const ids = controlIds(dataFolder());
  const agents = (await Promise.all(ids.map((id) => connectAgent(id, 'state')))).filter((agent) => agent !== undefined);
  try {
    return await use(agents.toSorted((one, next) => next.state.startedAt - one.state.startedAt));
  } finally {
    for (const { client } of agents) client.close();
  }
}

/** @throws {AcptapError} `recording-not-found` or `recording-ambiguous`. */
export function findLive(agents: readonly LiveAgent[], ref: string): LiveAgent {
  const latest = /^latest(?:~(\d+))?$/.exec(ref);
  const exact = agents.find(({ state }) => state.recording === ref) ?? agents.find(({ state }) => state.name === ref);
  const beginnings = ref === '' ? [] : agents.filter(({ state }) => state.recording.startsWith(ref));
  const found = latest ? agents[Number(latest[1] ?? 0)] : (exact ?? beginnings[0]);
  if (!exact && beginnings.length > 1)
    throw new AcptapError(
      'recording-ambiguous',
      `${ref} begins the ids of several running agents: give more of the id`,
    );
  if (found) return found;
  const others = agents.map(({ state }) => state.recording).join(', ');
  throw new AcptapError(
    'recording-not-found',
    agents.length === 0 ? NOTHING_LIVE : `no running agent has an id or name like "${ref}". There are: ${others}`,
  );
}

/** Does what a command asks for. @throws {AcptapError} `usage` with the reason of the running acptap. */
export async function ask({ client }: LiveAgent, verb: ControlVerb) {
  const answer = await client.request(verb);
  if (!answer.ok) throw new AcptapError('usage', answer.error);
  return answer;
}
