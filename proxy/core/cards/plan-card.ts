import { valueAt, stringAt } from '#core/json/json.ts';
import type { Plan, PlanItem } from '#core/model/cards.ts';
import { createBudget, cut, type Budget } from './budget.ts';
import { updateOf, variantOf, type CardMessage } from './card-message.ts';

/**
 * The plans of a turn in their final state. Version 1 has one plan and sends it whole each time; version 2
 * has several with ids. Source: https://agentclientprotocol.com/protocol/v1/agent-plan
 */
export function toPlans(messages: readonly CardMessage[]): readonly Plan[] {
  const budget = createBudget();
  const plans = new Map<string, Plan>();
  for (const message of messages) {
    const update = updateOf(message);
    const plan = variantOf(message) === 'plan' ? update : valueAt(update, 'plan');
    const id = stringAt(plan, 'planId') ?? stringAt(update, 'planId') ?? null;
    const before = plans.get(id ?? '');
    if (variantOf(message) === 'plan_removed') {
      if (before) plans.set(id ?? '', { ...before, seq: message.seq, isRemoved: true });
    } else plans.set(id ?? '', toPlan(plan, id, message.seq, budget));
  }
  return [...plans.values()];
}

function toPlan(plan: unknown, id: string | null, seq: number, budget: Budget): Plan {
  const entries = valueAt(plan, 'entries');
  const text = stringAt(plan, 'content');
  return {
    seq,
    id,
    items: Array.isArray(entries) ? entries.map((entry) => toItem(entry, budget)) : [],
    text: text === undefined ? null : cut(text, budget),
    uri: stringAt(plan, 'uri') ?? null,
    isRemoved: false,
  };
}

const toItem = (entry: unknown, budget: Budget): PlanItem => ({
  content: cut(stringAt(entry, 'content') ?? '', budget).text,
  status: stringAt(entry, 'status') ?? null,
  priority: stringAt(entry, 'priority') ?? null,
});
