import { valueAt, stringAt } from '#core/json/json.ts';
import { createsTerminal, releasesTerminal } from '#core/protocol/method-traits.ts';
import { describeExitStatus } from '#core/protocol/exit-status.ts';
import type { AnsweredExchange } from '#core/trace/exchanges.ts';
import type { Entry } from '#core/wire/entry.ts';
import { endGroup, type GrowingGroup } from './groups.ts';
import type { OpenGroups } from './open-groups.ts';

/** The group of the terminal in a request's params. */
export function terminalOf(open: OpenGroups, params: unknown): GrowingGroup | undefined {
  const id = stringAt(params, 'terminalId');
  return id === undefined ? undefined : open.terminals.get(id);
}

/** Applies the response to a `terminal/…` request in `group`: the terminal gets its id, has exited, or is released. */
export function answerTerminal(
  open: OpenGroups,
  exchange: AnsweredExchange,
  group: GrowingGroup,
  { elapsed: now }: Entry,
): void {
  const { method, params, outcome } = exchange;
  if (!outcome.ok) return;
  const { result } = outcome;
  const created = createsTerminal(method) ? stringAt(result, 'terminalId') : undefined;
  if (created !== undefined) open.terminals.set(created, group);
  const released = releasesTerminal(method) ? stringAt(params, 'terminalId') : undefined;
  if (released !== undefined) open.terminals.delete(released);
  if (group.kind !== 'terminal') return;
  group.status = describeExitStatus(valueAt(result, 'exitStatus') ?? result) ?? group.status;
  if (released !== undefined) endGroup(group, now);
}
