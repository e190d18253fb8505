import { valueAt, stringAt } from '#core/json/json.ts';
import { capabilityOf } from '#core/protocol/capabilities.ts';
import { isElicitation, updatesSession } from '#core/protocol/method-traits.ts';
import type { ProtocolVersion } from '#core/protocol/methods.ts';
import type { PlayedMessage, Playbook } from '../playbook/playbook.ts';

/** Updates of version 1 that only clients with this capability get. */
const VARIANTS: Readonly<Record<string, string>> = {
  plan_update: 'plan',
  plan_removed: 'plan',
  notice: 'session.notices',
  compaction_update: 'session.compaction',
  compaction_summary_chunk: 'session.compaction',
  subagent_update: 'subagents',
  session_message: 'subagents',
  session_message_chunk: 'subagents',
  prompt_suggestions_update: 'session.promptSuggestions',
};

/** The client capability that a message of the agent needs (`fs.readTextFile`); undefined when it needs none. */
export function neededCapability(said: PlayedMessage, version: ProtocolVersion): string | undefined {
  if (said.kind === 'response') return undefined;
  if (said.kind === 'notification' && updatesSession(said.method))
    return version === 1 && said.variant !== undefined && Object.hasOwn(VARIANTS, said.variant)
      ? VARIANTS[said.variant]
      : undefined;
  if (said.kind === 'request' && isElicitation(said.method))
    return stringAt(said.params, 'mode') === 'url' ? 'elicitation.url' : 'elicitation.form';
  const need = capabilityOf(said.method, version);
  return need === undefined || need === 'none' || need.offeredBy === 'agent' ? undefined : need.anyOf[0];
}

/** Capabilities that the recorded agent used and the recorded client had, but the live client does not advertise. */
export function missingCapabilities(
  { lines, version }: Playbook,
  recordedParams: unknown,
  liveParams: unknown,
): readonly string[] {
  const used = new Set<string>();
  for (const line of lines)
    if (line.from === 'agent')
      for (const said of line.messages) {
        const needed = neededCapability(said, version);
        if (needed !== undefined) used.add(needed);
      }
  return [...used].filter((path) => isOffered(recordedParams, path) && !isOffered(liveParams, path)).toSorted();
}

/** Whether the params of an `initialize` advertise a capability (`clientCapabilities`; in version 2 `capabilities`). */
function isOffered(params: unknown, path: string): boolean {
  const value = valueAt(valueAt(params, 'clientCapabilities') ?? valueAt(params, 'capabilities'), ...path.split('.'));
  return value !== undefined && value !== null && value !== false;
}
