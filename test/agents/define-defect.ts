import type { Side } from '#core/wire/entry.ts';
import { createAgent, agentSteps, type AgentSteps } from './conforming-agent.ts';
import { createClient, clientSteps, type ClientSteps } from './conforming-client.ts';
import type { Lines } from './lines.ts';
import type { Peer, Step } from './peer.ts';

/** A peer that conforms in all but one step, and the one rule which that breaks. */
export interface Defect {
  /** What it does, as the end of a sentence that begins with whoever is at fault. */
  readonly does: string;
  /** Who is at fault. Not always who differs: some do not look at what the other one offers. */
  readonly side: Side;
  /** The id of the rule. */
  readonly breaks: string;
  /** What else is found and cannot be avoided, `rule side`, with the reason. */
  readonly besides?: Readonly<Record<string, string>>;
  /** The one step that is another, made of the agent's own steps. */
  readonly agent?: (own: AgentSteps) => Partial<AgentSteps>;
  readonly client?: (own: ClientSteps) => Partial<ClientSteps>;
}

export const defineDefect = (defect: Defect): Defect => defect;

/** The steps that differ, of both peers. */
export const overridden = ({ agent, client }: Defect) => ({
  agent: agent?.(agentSteps) ?? {},
  client: client?.(clientSteps) ?? {},
});

/** The two peers of a conversation in which the defect shows. */
export function peersWith(defect: Defect): Readonly<Record<Side, Peer>> {
  const { agent, client } = overridden(defect);
  return { agent: createAgent(agent), client: createClient(client) };
}

/** The step with another text in what it sends. @throws {Error} when the text is not there: the defect would be none. */
export const changing =
  (step: Step, from: string, to: string): Step =>
  (on): Lines => {
    const sent = step(on);
    if (!sent.some((line) => line.includes(from))) throw new Error(`nothing to change: ${from}`);
    return sent.map((line) => line.replace(from, to));
  };
