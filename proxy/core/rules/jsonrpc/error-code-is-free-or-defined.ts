import type { Seq } from '#core/units.ts';
import type { Side } from '#core/wire/entry.ts';
import type { Outcome } from '#core/wire/jsonrpc.ts';
import { defineRule, type Verdict } from '../engine/rule.ts';

/** Codes that JSON-RPC and ACP define. The last only in version 2 and before the version is agreed. */
const DEFINED = new Set([-32700, -32600, -32601, -32602, -32603, -32800, -32000, -32002, -32022]);

const isReserved = (code: number) => (code >= -32768 && code <= -32000) || (code >= -32899 && code <= -32800);

export default defineRule({
  id: 'jsonrpc/error-code-is-free-or-defined',
  grade: 'warning',
  binds: 'sender',
  versions: [1, 2],
  requires:
    'An error that JSON-RPC and ACP have no code for has one outside their ranges, -32768 to -32000 and -32899 to -32800. Reported once for each code and side.',
  source: 'https://agentclientprotocol.com/protocol/v1/error',
  peers:
    'Receivers take an unknown code for a failure and nothing more. Many agents use codes like -32001 all the same; a later release of ACP may give them a meaning.',
  start() {
    const reported: Record<Side, Set<number>> = { client: new Set(), agent: new Set() };

    function judge(outcome: Outcome | undefined, seq: Seq, side: Side, verdict: Verdict): void {
      if (!outcome || outcome.ok) return;
      const { code } = outcome.error;
      if (!isReserved(code) || DEFINED.has(code)) return verdict.kept();
      if (reported[side].has(code)) return;
      reported[side].add(code);
      verdict.broken({
        seq,
        side,
        message: `the error code ${code} is in a reserved range and has no meaning there`,
        seen: `${code}`,
        expected: 'a defined code, or one outside the reserved ranges',
        pointer: '/error/code',
      });
    }

    return {
      answered({ exchange: { outcome, closed } }, verdict) {
        judge(outcome, closed.seq, closed.from, verdict);
      },
      orphan({ response, ref, answer }, verdict) {
        if (answer.why === 'null-id') judge(response.outcome, ref.seq, ref.from, verdict);
      },
    };
  },
  examples: {
    breaks: [
      '> 1 session/list {}\n< 1 error {"code":-32001,"message":"busy"}\n> 2 session/list {}\n< 2 error {"code":-32001,"message":"busy"}', // once
      '< 1 _ask {}\n> 1 error {"code":-32850,"message":"no"}',
    ],
    keeps: [
      '> 1 session/list {}\n< 1 error {"code":-32000,"message":"Authentication required"}',
      '> 1 session/list {}\n< 1 error {"code":-32800,"message":"Cancelled"}',
      '> 1 session/list {}\n< 1 error {"code":429,"message":"Too many requests"}', // Gemini CLI uses HTTP codes
      '> 1 session/list {}\n< 1 error {"code":-31999,"message":"busy"}',
    ],
  },
});
