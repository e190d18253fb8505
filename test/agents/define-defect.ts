import type { Side } from '#core/wire/entry.ts';
import { createAgentV2, agentStepsV2, type AgentStepsV2 } from './conforming-agent-v2.ts';
import { createAgent, agentSteps, type AgentSteps } from './conforming-agent.ts';
import { createClientV2, clientStepsV2, type ClientStepsV2 } from './conforming-client-v2.ts';
import { createClient, clientSteps, type ClientSteps } from './conforming-client.ts';
import type { Lines } from './message-lines.ts';
import type { Peer, Step, Steps } from './peer.ts';

interface Account {
  /** The mistake of the side at fault. Continues the sentence "the agent …". */
  readonly does: string;
  /** The side at fault. The other side's steps may differ instead, if the fault is to ignore what it offers. */
  readonly side: Side;
  /** The id of the rule. */
  readonly breaks: string;
  /** The number of findings; default 1. */
  readonly times?: number;
  /** Other unavoidable findings, as `rule side`, each with the reason. */
  readonly besides?: Readonly<Record<string, string>>;
}

/** Makes the replaced step from a peer's own steps. */
interface Change<Agent, Client> {
  readonly agent?: (own: Agent) => Partial<Agent>;
  readonly client?: (own: Client) => Partial<Client>;
}

/** A conversation that conforms in all but one step, and the rule that this step breaks. */
export interface Defect extends Account {
  /** The replaced steps of both peers. */
  readonly changes: Steps;
  /** Creates the two peers of the conversation. */
  peers(): Readonly<Record<Side, Peer>>;
}

/** A defect of a peer of version 1. */
export function defineDefect({ agent, client, ...account }: Account & Change<AgentSteps, ClientSteps>): Defect {
  const own: Steps = agent?.(agentSteps) ?? {};
  const others: Steps = client?.(clientSteps) ?? {};
  return {
    ...account,
    changes: { ...own, ...others },
    peers: () => ({ agent: createAgent(own), client: createClient(others) }),
  };
}

/** A defect of a peer of version 2. */
export function defineDefectV2({ agent, client, ...account }: Account & Change<AgentStepsV2, ClientStepsV2>): Defect {
  const own: Steps = agent?.(agentStepsV2) ?? {};
  const others: Steps = client?.(clientStepsV2) ?? {};
  return {
    ...account,
    changes: { ...own, ...others },
    peers: () => ({ agent: createAgentV2(own), client: createClientV2(others) }),
  };
}

/** Replaces a text in the lines of a step. @throws {Error} when no line has the text. */
export const changing =
  (step: Step, from: string, to: string): Step =>
  (on): Lines => {
    const sent = step(on);
    if (!sent.some((line) => line.includes(from))) throw new Error(`nothing to change: ${from}`);
    return sent.map((line) => line.replace(from, to));
  };
