import type { Exchange } from '#core/trace/exchanges.ts';
import type { Trace } from '#core/trace/trace.ts';
import { opposite } from '#core/wire/entry.ts';
import { defineRule, type Breach, type Rule } from '../engine/rule.ts';
import { missingCapability, capabilityOffer, type Capability } from './capability.ts';

/** Whether the request only follows from another one that lacks the same capability, for which there is a finding. */
type Follows = (exchange: Exchange, trace: Trace) => boolean;

/**
 * A rule for methods that the other side must offer. A breach waits for the response, because some peers support a
 * method that they do not offer: then the finding mentions the response.
 */
export function methodNeedsCapability(
  methods: readonly string[],
  capability: Capability,
  rule: Omit<Rule, 'grade' | 'binds' | 'versions' | 'start'>,
  { followsFromAnother = () => false }: { readonly followsFromAnother?: Follows } = {},
): Rule {
  const { owner, paths } = capability;
  const caller = opposite(owner);
  return defineRule({
    ...rule,
    grade: 'error',
    binds: caller,
    versions: ([1, 2] as const).filter((version) => paths[version]),
    start() {
      const owed = new Map<Exchange, Breach>();
      return {
        request({ exchange, reused }, verdict, trace) {
          const dropped = reused && owed.get(reused);
          if (dropped && owed.delete(reused)) verdict.broken(dropped);
          const { method, opened } = exchange;
          if (opened.from !== caller || !methods.includes(method)) return;
          const offer = capabilityOffer(trace, capability);
          if (offer === 'unknown') return; // no handshake, or one that acptap cannot read
          if (offer === 'yes') return verdict.kept();
          if (followsFromAnother(exchange, trace)) return;
          const { name, ...rest } = missingCapability(trace, capability);
          const message = `${method} needs ${name}, which the ${owner} did not offer`;
          owed.set(exchange, { seq: opened.seq, side: caller, pointer: '/method', message, ...rest });
        },
        answered({ exchange }, verdict) {
          const breach = owed.get(exchange);
          if (!breach || !owed.delete(exchange)) return;
          const message = exchange.outcome.ok ? `${breach.message}, but the ${owner} answered` : breach.message;
          verdict.broken({ ...breach, message });
        },
        ended(_end, verdict) {
          for (const breach of owed.values()) verdict.broken(breach);
        },
      };
    },
  });
}
