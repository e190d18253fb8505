import type { Side } from '#core/wire/entry.ts';
import { createAgentV2, agentStepsV2, type AgentStepsV2 } from './conforming-agent-v2.ts';
import { createAgent, agentSteps, type AgentSteps } from './conforming-agent.ts';
import { createClientV2, clientStepsV2, type ClientStepsV2 } from './conforming-client-v2.ts';
import { createClient, clientSteps, type ClientSteps } from './conforming-client.ts';
import type { Lines } from './lines.ts';
import type { Peer, Step, Steps } from './peer.ts';

interface Account {
  /** What it does, as the end of a sentence that begins with whoever is at fault. */
  readonly does: string;
  /** Who is at fault. Not always who differs: some do not look at what the other one offers. */
  readonly side: Side;
  /** The id of the rule. */
  readonly breaks: string;
  /** How often it shows, where that is more than once. */
  readonly times?: number;
  /** What else is found and cannot be avoided, `rule side`, with the reason. */
  readonly besides?: Readonly<Record<string, string>>;
}

/** The one step that is another, made of a peer's own steps. */
interface Change<Agent, Client> {
  readonly agent?: (own: Agent) => Partial<Agent>;
  readonly client?: (own: Client) => Partial<Client>;
}

/** A peer that conforms in all but one step, and the one rule which that breaks. */
export interface Defect extends Account {
  /** The steps that differ, of either peer. */
  readonly changes: Steps;
  /** The two peers of a conversation in which the defect shows. */
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

/** The step with another text in what it sends. @throws {Error} when the text is not there: the defect would be none. */
export const changing =
  (step: Step, from: string, to: string): Step =>
  (on): Lines => {
    const sent = step(on);
    if (!sent.some((line) => line.includes(from))) throw new Error(`nothing to change: ${from}`);
    return sent.map((line) => line.replace(from, to));
  };
