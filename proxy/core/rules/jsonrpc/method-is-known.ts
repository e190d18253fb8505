import { envelopeKind } from '#core/protocol/envelope.ts';
import { methodFacts, type MethodClass, type MethodUse } from '#core/protocol/methods.ts';
import { suggestionText, suggestMethod } from '#core/protocol/suggest-name.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import type { Trace } from '#core/trace/trace.ts';
import { createClassifier } from '../engine/classifier.ts';
import { defineRule, type Verdict } from '../engine/rule.ts';

/** Why a name gets a note, reported once for each name. */
const WORTH_KNOWING: Partial<Record<MethodClass, string>> = {
  unstable: 'is not stable: it may change, and only a capability says that the other side has it',
  legacy: 'is no longer in ACP',
  newer: 'is newer than the schema acptap was made with',
  proposed: 'is a proposal that is in no release of ACP',
};

/** How many names under `$/` are reported. Known names need no bound. */
const MAX_NAMES = 256;

export default defineRule({
  id: 'jsonrpc/method-is-known',
  grade: 'warning',
  binds: 'sender',
  versions: [1, 2],
  requires:
    'A method is one of ACP’s, or an extension whose name begins with an underscore. Names that are unstable, proposed, newer than acptap or no longer in ACP are mentioned once.',
  source: 'https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods',
  peers:
    'A request for an unknown method is answered with -32601, a notification ignored. A later release of ACP may give the name another meaning.',
  start() {
    const classify = createClassifier();
    const reported = new Set<string>();
    let suggested: { readonly key: string; readonly name: string | undefined } | undefined;

    function judge(method: string, ref: MessageRef, kind: MethodUse['kind'], verdict: Verdict, trace: Trace): void {
      const version = trace.version();
      const found = classify(method, version);
      if (found === 'stable' || isForProxies(method)) return verdict.kept();
      if (found === 'extension' && method.startsWith('_')) return verdict.kept();
      if (found === 'unknown') {
        const ofOtherVersion = methodFacts(method).length > 0; // jsonrpc/method-is-in-version
        if (!ofOtherVersion) reportUnknown(method, nameFor(method, ref, kind, version), ref, verdict);
        return;
      }
      const name = found === 'extension' ? nameFor(method, ref, kind, version) : undefined;
      if (name !== undefined) return reportUnknown(method, name, ref, verdict);
      if (reported.has(method) || reported.size >= MAX_NAMES) return;
      reported.add(method);
      verdict.broken({
        ...where(ref),
        message: `${method} ${WORTH_KNOWING[found] ?? 'is not in ACP: names under $/ may be ignored'}`,
        seen: method,
        grade: 'note',
      });
    }

    /** Caches the last suggestion, because a peer repeats a wrong name. */
    function nameFor(method: string, { from }: MessageRef, kind: MethodUse['kind'], version: MethodUse['version']) {
      const key = `${from} ${kind} ${version} ${method}`;
      if (suggested?.key !== key) suggested = { key, name: suggestMethod(method, { from, kind, version }) };
      return suggested.name;
    }

    return {
      call({ method, ref, exchange }, verdict, trace) {
        judge(method, ref, exchange ? 'request' : 'notification', verdict, trace);
      },
    };
  },
  examples: {
    breaks: [
      '> 1 session/promt {"sessionId":"s","prompt":[]}', // did you mean session/prompt?
      '< 1 craft/drainMidTurnQueue {}',
      '> 1 session/set_model {"sessionId":"s","modelId":"m"}\n< 1 ok {}', // legacy: a note
      '> 1 session/fork {"sessionId":"s","cwd":"/a"}', // unstable: a note
      '> 1 session/options {"cwd":"/a"}', // newer: a note
      '< log {"level":"info","message":"ready"}', // proposed: a note
      '< $/progress {}', // a note
    ],
    keeps: [
      '> 1 session/list {}',
      '< _craft/drainMidTurnQueue {}',
      '> $/cancel_request {"requestId":1}',
      '# in a chain of proxies\n> 0 proxy/initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0.0"}}',
    ],
  },
});

/** Methods without a capability: a component is a proxy because a conductor started it as one. */
const isForProxies = (method: string): boolean => method === 'proxy/initialize' || envelopeKind(method) === 'successor';

function reportUnknown(method: string, name: string | undefined, ref: MessageRef, verdict: Verdict): void {
  verdict.broken({
    ...where(ref),
    message: `${method} is not a method of ACP${suggestionText(name)}`,
    seen: method,
    expected: name ?? 'a method of ACP, or a name that begins with an underscore',
  });
}

const where = ({ seq, from }: MessageRef) => ({ seq, side: from, pointer: '/method' });
