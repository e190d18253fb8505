import { defineRule, type Rule } from '../engine/rule.ts';
import { missingCapability, capabilityOffer, type Capability } from './capability.ts';

/**
 * A rule of version 1 for session updates that need a capability of the client. Reports only the first, because an
 * agent that ignores the capability sends many.
 */
export function updateNeedsCapability(
  variants: readonly string[],
  capability: Capability,
  rule: Omit<Rule, 'binds' | 'versions' | 'start'>,
): Rule {
  return defineRule({
    ...rule,
    binds: 'agent',
    versions: [1],
    start() {
      let reported = false;
      return {
        update({ variant, ref }, verdict, trace) {
          if (variant === undefined || !variants.includes(variant) || ref.from !== 'agent') return;
          const offer = capabilityOffer(trace, capability);
          if (offer === 'unknown') return;
          if (offer === 'yes') return verdict.kept();
          if (reported) return;
          reported = true;
          const { name, ...rest } = missingCapability(trace, capability);
          verdict.broken({
            seq: ref.seq,
            side: 'agent',
            message: `${variant} needs ${name}, which the client did not offer`,
            pointer: '/params/update/sessionUpdate',
            ...rest,
            ...(rule.grade === 'note' ? { grade: 'note' } : {}),
          });
        },
      };
    },
  });
}
